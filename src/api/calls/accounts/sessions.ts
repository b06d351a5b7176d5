// POST /createSession and POST /deleteSession

import { keyIdIn } from '../../../access/keys.ts';
import * as declared from '../../../contract/sessions.ts';
import { sessionChangeOf } from '../../call.ts';
import { refusalOfAddress, refuseKey } from '../../door/caller.ts';

export const createSession = sessionChangeOf(
  declared.createSession,
  async ({ keys, sessions, input }, token, { ip }) => {
    const key = input.key.trim();
    const caller = (await keys.authenticate(key)) ?? refuseKey();
    const refusal = refusalOfAddress(caller, ip);
    if (refusal) throw refusal;
    const { account, role } = caller;
    const begun = await sessions.begin(key);
    // Whoever was signed in here before is not any more.
    if (token !== undefined) await sessions.end(token);
    const expiresAt = new Date(begun.expiresAtMs).toISOString();
    return { data: { account, role, expiresAt }, begun, about: { account, keyId: keyIdIn(key) } };
  },
);

export const deleteSession = sessionChangeOf(declared.deleteSession, async ({ sessions }, token) => {
  if (token === undefined) return { data: {} };
  const ended = await sessions.find(token);
  await sessions.end(token);
  return { data: {}, ...(ended && { about: { account: ended.account, keyId: ended.keyId } }) };
});
