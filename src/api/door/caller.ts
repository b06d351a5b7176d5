// Who is calling, and whether that one may.

import { isWithin } from '../../access/addresses.ts';
import type { Caller, Keys } from '../../access/keys.ts';
import { mayDo } from '../../access/restrictions.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Needed, Who } from '../../contract/call.ts';
import type { Account } from '../../core/amount.ts';
import { ApiError } from '../errors.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { clearToken, tokenIn } from './session-cookie.ts';

export type AuthMode = 'local' | 'keys';

/** What callers are known by. */
export type Authentication = { readonly keys: Keys; readonly sessions: Sessions; readonly auth: AuthMode };

const LOCAL: Caller = { account: 'local' as Account, role: 'operator', keyId: 'local', restrictions: null };
const NOBODY: Caller = { account: '' as Account, role: 'trader', keyId: '', restrictions: null };
/** Who was somebody until the session ended. */
const SIGNED_OUT: Caller = { ...NOBODY };
const BEARER = /^Bearer +(\S+) *$/i;

/** The account behind a request; in local mode a request without a key or a session acts as `local`. */
export function findCaller(
  request: HttpRequest,
  reply: HttpReply,
  authentication: Authentication,
  who: Who,
): Caller | Promise<Caller> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return findKeyHolder(authorization, authentication.keys);
  const token = cookie === undefined ? undefined : tokenIn(request);
  if (token !== undefined) return findSignedIn(token, request, reply, authentication, who);
  if (authentication.auth === 'local') return LOCAL;
  if (who === 'anyone') return NOBODY;
  throw new ApiError('unauthorized', 'This call needs an API key: send the header Authorization: Bearer <key>.');
}

async function findKeyHolder(authorization: string, keys: Keys): Promise<Caller> {
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) throw new ApiError('unauthorized', 'Send Authorization: Bearer <key>.');
  return (await keys.authenticate(key)) ?? refuseKey();
}

export function refuseKey(): never {
  throw new ApiError('unauthorized', 'The API key is unknown or was revoked.');
}

async function findSignedIn(
  token: string,
  request: HttpRequest,
  reply: HttpReply,
  { sessions, auth }: Authentication,
  who: Who,
): Promise<Caller> {
  const session = await sessions.find(token);
  if (session) return session;
  // Without its cookie the next request would be one of `local`, which whoever pressed a button must know before.
  if (who !== 'anyone' || auth === 'keys') clearToken(request, reply);
  if (who === 'anyone') return SIGNED_OUT;
  throw sessionEnded();
}

const sessionEnded = () => new ApiError('unauthorized', 'Your session has ended. Sign in again with your key.');

/** Why a call that anyone may make needs to know who asks, of one who is nobody. */
export const refusalOfNobody = (caller: Caller, what: string): ApiError =>
  caller === SIGNED_OUT
    ? sessionEnded()
    : new ApiError('unauthorized', `${what} needs an API key: send the header Authorization: Bearer <key>.`);

/** A browser may have been signed in as someone else, or out, since whoever presses last looked. */
export function refusalOfOther({ headers }: HttpRequest, { account }: Caller): ApiError | undefined {
  const expected = headers['expect-account'];
  if (expected === undefined || expected === account || expected === encodeURIComponent(account)) return undefined;
  return new ApiError(
    'other_account',
    `This request would act for the account ${account}, which is not the one in Expect-Account.`,
  );
}

/** Asked once the caller is known, so that the log tells who tried. */
export const refusalOfRole = ({ role }: Caller, who: Who | undefined): ApiError | undefined =>
  who === 'operator' && role !== 'operator'
    ? new ApiError('forbidden', "This call needs an operator's key; yours is a trader's.")
    : undefined;

/** Why a restricted key is not enough for a call. */
export function refusalOfScope({ restrictions }: Caller, needed: Needed): ApiError | undefined {
  if (!restrictions || needed === 'nothing' || needed === 'items' || mayDo(restrictions, needed)) return undefined;
  const message = {
    unrestricted: 'This call needs a key without restrictions; yours is restricted.',
    all: 'This call needs a key without scopes or a daily limit; yours is restricted.',
  };
  const { scopes = [] } = restrictions;
  return new ApiError(
    'scope_missing',
    needed === 'unrestricted' || needed === 'all'
      ? message[needed]
      : `This call needs the scope ${needed}, which your key does not have; it has ${scopes.join(', ')}.`,
  );
}

/** Why a session that began a while ago is not enough: whoever has stolen it must not turn it into lasting access. */
export const refusalOfProof = ({ isFresh }: Caller): ApiError | undefined =>
  isFresh === false
    ? new ApiError(
        'proof_needed',
        'This gives lasting access to the account: sign in again with your passkey or key, and repeat it within five minutes.',
      )
    : undefined;

/** Why a key is not accepted from where it is used. */
export function refusalOfAddress({ restrictions }: Pick<Caller, 'restrictions'>, ip: string): ApiError | undefined {
  const addresses = restrictions?.addresses;
  if (!addresses || isWithin(addresses, ip)) return undefined;
  return new ApiError('address_not_allowed', `This key may not be used from the address ${ip}.`);
}
