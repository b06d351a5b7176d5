// Finds the caller of a request and checks what that caller may do.

import type { Caller, Keys } from '../../access/keys.ts';
import { mayDo } from '../../access/restrictions.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Needed, Who } from '../../contract/call.ts';
import type { Account } from '../../core/amount.ts';
import { isWithin } from '../../networks.ts';
import { ApiError } from '../errors.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { clearToken, tokenIn } from './session-cookie.ts';

export type AuthMode = 'local' | 'keys';

/** The means of authentication. */
export type Authentication = { readonly keys: Keys; readonly sessions: Sessions; readonly auth: AuthMode };

const LOCAL: Caller = { account: 'local' as Account, role: 'operator', keyId: 'local', restrictions: null };
const NOBODY: Caller = { account: '' as Account, role: 'trader', keyId: '', restrictions: null };
/** A caller whose session has ended. */
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
  // Keeps the cookie in local mode: without it, the page's next request would silently act as `local`.
  if (who !== 'anyone' || auth === 'keys') clearToken(request, reply);
  if (who === 'anyone') return SIGNED_OUT;
  throw sessionEnded();
}

const sessionEnded = () => new ApiError('unauthorized', 'Your session has ended. Sign in again with your key.');

/** Refuses a caller without an account, for calls that anyone may make but some of whose options need one. */
export const refusalOfNobody = (caller: Caller, what: string): ApiError =>
  caller === SIGNED_OUT
    ? sessionEnded()
    : new ApiError('unauthorized', `${what} needs an API key: send the header Authorization: Bearer <key>.`);

/** Refuses if the browser was signed in as someone else, or out, since the page was last loaded. */
export function refusalOfOther({ headers }: HttpRequest, { account }: Caller): ApiError | undefined {
  const expected = headers['expect-account'];
  if (expected === undefined || expected === account || expected === encodeURIComponent(account)) return undefined;
  return new ApiError(
    'other_account',
    `This request would act for the account ${account}, which is not the one in Expect-Account.`,
  );
}

/** Checked once the caller is known, so that the log names the account. */
export const refusalOfRole = ({ role }: Caller, who: Who | undefined): ApiError | undefined =>
  who === 'operator' && role !== 'operator'
    ? new ApiError('forbidden', "This call needs an operator's key; yours is a trader's.")
    : undefined;

/** Refuses if a restricted key does not cover the call. */
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

/** Refuses if the session is not recent: an intruder with a stolen session must not turn it into lasting access. */
export const refusalOfProof = ({ isFresh }: Caller): ApiError | undefined =>
  isFresh === false
    ? new ApiError(
        'proof_needed',
        'This gives lasting access to the account: sign in again with your passkey or key, and repeat it within five minutes.',
      )
    : undefined;

/** Refuses if the key may not be used from this address. */
export function refusalOfAddress({ restrictions }: Pick<Caller, 'restrictions'>, ip: string): ApiError | undefined {
  const addresses = restrictions?.addresses;
  if (!addresses || isWithin(addresses, ip)) return undefined;
  return new ApiError('address_not_allowed', `This key may not be used from the address ${ip}.`);
}
