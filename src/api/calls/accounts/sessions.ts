// Sessions: signing in, signing out, and listing where an account is signed in

import { type Caller, keyIdIn, WALLET_KEY } from '../../../access/keys.ts';
import { deviceOf, type SessionView } from '../../../access/sessions.ts';
import * as declared from '../../../contract/sessions.ts';
import { type CallContext, questionOf, sessionChangeOf } from '../../call.ts';
import { refusalOfAddress, refuseKey } from '../../door/caller.ts';
import { ApiError } from '../../errors.ts';
import { readOwner, readPage } from '../../fields/read-fields.ts';

export const createSession = sessionChangeOf(
  declared.createSession,
  async (context, { token, ip, agent, refusalOfOther }) => {
    const { keys, sessions, input } = context;
    const key = input.key.trim();
    const caller = (await keys.authenticate(key)) ?? refuseKey();
    const refusal = refusalOfAddress(caller, ip) ?? refusalOfOther(caller);
    if (refusal) throw refusal;
    const { account, role } = caller;
    const begun = await sessions.begin(key, deviceOf(agent));
    await endSessionOf(token, context, keyIdIn(key));
    const expiresAt = new Date(begun.expiresAtMs).toISOString();
    return { data: { account, role, expiresAt }, begun, about: { account, keyId: keyIdIn(key) } };
  },
);

export const deleteSession = sessionChangeOf(declared.deleteSession, async (context, { token }) => {
  const ended = await endSessionOf(token, context);
  return { data: {}, begun: null, ...(ended && { about: { account: ended.account, keyId: ended.keyId } }) };
});

/** Ends the browser's session, for example when the new one of `nextKeyId` replaces it, and revokes its key if a wallet's sign-in made it. */
export async function endSessionOf(
  token: string | undefined,
  { sessions, keys }: Pick<CallContext, 'sessions' | 'keys'>,
  nextKeyId?: string,
): Promise<Caller | undefined> {
  if (token === undefined) return undefined;
  const ended = await sessions.find(token);
  if (ended && ended.keyId !== nextKeyId && (await keys.find(ended.keyId))?.name === WALLET_KEY)
    await keys.revoke(ended.keyId);
  await sessions.end(token);
  return ended;
}

export const getSessions = questionOf(declared.getSessions, async ({ sessions, usage, input, caller }) => {
  const { items, nextCursor } = await sessions.list({ account: readOwner(input, caller), ...readPage(input) });
  return {
    sessions: await Promise.all(items.map(async (one) => sessionRecord(one, caller, await usage.lastUsed(one.id)))),
    nextCursor,
  };
});

export const endSession = questionOf(declared.endSession, async ({ sessions, usage, input, caller }) => {
  const lastUsedMs = await usage.lastUsed(input.id);
  const ended = await sessions.endOne(readOwner(input, caller), input.id);
  if (!ended) throw new ApiError('not_found', 'There is no session with this id; getSessions lists them.', 'session');
  return sessionRecord(ended, caller, lastUsedMs);
});

export const endOtherSessions = questionOf(declared.endOtherSessions, async ({ sessions, input, caller }) => ({
  ended: await sessions.endOthers(readOwner(input, caller), caller.sessionId),
}));

const sessionRecord = (session: SessionView, { sessionId }: Caller, lastUsedMs: number | undefined) => ({
  id: session.id,
  keyId: session.keyId,
  device: session.device,
  begunAt: momentOf(session.begunAtMs),
  lastUsedAt: momentOf(lastUsedMs),
  expiresAt: new Date(session.expiresAtMs).toISOString(),
  current: session.id === sessionId,
});

const momentOf = (ms: number | undefined): string | null => (ms ? new Date(ms).toISOString() : null);
