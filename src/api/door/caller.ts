// Finds the caller of a request and checks what that caller may do.

import { type Caller, type Keys, LOCAL_KEY } from '../../access/keys.ts';
import { mayDo } from '../../access/restrictions.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Declaration, Needed, Who } from '../../contract/call.ts';
import type { Account } from '../../core/amount.ts';
import { isWithin } from '../../networks.ts';
import { ApiError } from '../errors.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { clearToken, tokenIn } from './session-cookie.ts';

export type AuthMode = 'local' | 'keys';

/** The services that identify a caller, and the mode: with `local`, a caller needs neither a key nor a session. */
export type Authentication = { readonly keys: Keys; readonly sessions: Sessions; readonly auth: AuthMode };

const LOCAL: Caller = { account: 'local' as Account, role: 'operator', keyId: LOCAL_KEY, restrictions: null };
/** A caller without a key. */
export const NOBODY: Caller = { account: '' as Account, role: 'trader', keyId: '', restrictions: null };
/** Like `NOBODY`, for a request whose session has ended: the error then says so. */
const SIGNED_OUT: Caller = { ...NOBODY };
const BEARER = /^Bearer +(\S+) *$/i;

/** Finds the caller by API key or session cookie; in local mode, a request with neither acts as `local`. */
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
  return nobody(who);
}

/** A caller without a key, if such callers may make the call. */
export function nobody(who: Who): Caller {
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

/** The error for a caller without an account who uses an option (`what`) that needs one, in a call that anyone may make. */
export const refusalOfNobody = (caller: Caller, what: string): ApiError =>
  caller === SIGNED_OUT
    ? sessionEnded()
    : new ApiError('unauthorized', `${what} needs an API key: send the header Authorization: Bearer <key>.`);

/** Refuses if Expect-Account names another account: the user has signed out, or in as someone else, since the page was loaded. */
export function refusalOfOther(
  { headers }: Pick<HttpRequest, 'headers'>,
  { account }: Pick<Caller, 'account'>,
): ApiError | undefined {
  const expected = headers['expect-account'];
  if (expected === undefined || expected === account || expected === encodeURIComponent(account)) return undefined;
  return new ApiError(
    'other_account',
    `This request would act for the account ${account}, which is not the one in Expect-Account.`,
  );
}

/** Refuses a trader a call for operators. Checked after `request.caller` is set, so that the log names the account. */
export const refusalOfRole = ({ role }: Caller, who: Who | undefined): ApiError | undefined =>
  who === 'operator' && role !== 'operator'
    ? new ApiError('forbidden', "This call needs an operator's key; yours is a trader's.")
    : undefined;

/** Refuses if the restrictions of the key do not allow the call. */
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

/** Refuses if the user did not sign in recently: an intruder with a stolen session must not get money or lasting access with it. */
export const refusalOfProof = (caller: Caller, call: Pick<Declaration, 'name' | 'needsProof'>): ApiError | undefined =>
  call.needsProof === 'always' && caller.isFresh === false ? proofNeeded(call.name) : undefined;

/** The same for a request of a call that needs proof `sometimes`. */
export function requireProof({ isFresh }: Caller, what: string): void {
  if (isFresh === false) throw proofNeeded(what);
}

const proofNeeded = (what: string): ApiError =>
  new ApiError(
    'proof_needed',
    `${what} needs a sign-in within the last five minutes. Sign in again with your passkey, key or wallet, and send the same request again.`,
  );

/** Refuses if the key may not be used from this address. */
export function refusalOfAddress({ restrictions }: Pick<Caller, 'restrictions'>, ip: string): ApiError | undefined {
  const addresses = restrictions?.addresses;
  if (!addresses || isWithin(addresses, ip)) return undefined;
  return new ApiError('address_not_allowed', `This key may not be used from the address ${ip}.`);
}
