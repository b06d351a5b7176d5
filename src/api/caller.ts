// Who is calling, and whether that one may.
import type { FastifyRequest } from 'fastify';
import type { Who } from '../contract/call.ts';
import type { Account } from '../core/amount.ts';
import type { Caller, Keys } from '../exchange/keys.ts';
import { ApiError } from './errors.ts';

export type AuthMode = 'local' | 'keys';

const LOCAL: Caller = { account: 'local' as Account, role: 'operator' };
export const NOBODY: Caller = { account: '' as Account, role: 'trader' };
const BEARER = /^Bearer +(\S+) *$/i;

/** The account behind a request; in local mode a request without a key acts as `local`. */
export function findCaller(
  { headers: { authorization } }: FastifyRequest,
  keys: Keys,
  mode: AuthMode,
  who: Who,
): Caller | Promise<Caller> {
  if (authorization !== undefined) return findKeyHolder(authorization, keys);
  if (mode === 'local') return LOCAL;
  if (who === 'anyone') return NOBODY;
  throw new ApiError('unauthorized', 'This call needs an API key: send the header Authorization: Bearer <key>.');
}

async function findKeyHolder(authorization: string, keys: Keys): Promise<Caller> {
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) throw new ApiError('unauthorized', 'Send Authorization: Bearer <key>.');
  const caller = await keys.authenticate(key);
  if (!caller) throw new ApiError('unauthorized', 'The API key is unknown or was revoked.');
  return caller;
}

/** Asked once the caller is known, so that the log tells who tried. */
export const refusalOfRole = ({ role }: Caller, who: Who | undefined): ApiError | undefined =>
  who === 'operator' && role !== 'operator'
    ? new ApiError('forbidden', 'This call needs the key of an operator; yours is of a trader.')
    : undefined;
