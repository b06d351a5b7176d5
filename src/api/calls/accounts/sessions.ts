// Sessions: signing in, signing out, and listing where an account is signed in

import { type Caller, keyIdIn } from '../../../access/keys.ts';
import { deviceOf, type SessionView } from '../../../access/sessions.ts';
import * as declared from '../../../contract/sessions.ts';
import { questionOf, sessionChangeOf } from '../../call.ts';
import { refusalOfAddress, refuseKey } from '../../door/caller.ts';
import { ApiError } from '../../errors.ts';
import { readOwner, readPage } from '../../fields/read-fields.ts';

export const createSession = sessionChangeOf(
  declared.createSession,
  async ({ keys, sessions, input }, { token, ip, agent }) => {
    const key = input.key.trim();
    const caller = (await keys.authenticate(key)) ?? refuseKey();
    const refusal = refusalOfAddress(caller, ip);
    if (refusal) throw refusal;
    const { account, role } = caller;
    const begun = await sessions.begin(key, deviceOf(agent));
    // Ends an earlier session of this browser, which the new one replaces.
    if (token !== undefined) await sessions.end(token);
    const expiresAt = new Date(begun.expiresAtMs).toISOString();
    return { data: { account, role, expiresAt }, begun, about: { account, keyId: keyIdIn(key) } };
  },
);

export const deleteSession = sessionChangeOf(declared.deleteSession, async ({ sessions }, { token }) => {
  if (token === undefined) return { data: {}, begun: null };
  const ended = await sessions.find(token);
  await sessions.end(token);
  return { data: {}, begun: null, ...(ended && { about: { account: ended.account, keyId: ended.keyId } }) };
});

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
  if (!ended) throw new ApiError('unknown_session', 'There is no session with this id; getSessions lists them.');
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
