// GET /getPasskeys, POST /beginPasskey, /finishPasskey and /revokePasskey

import type { PasskeyView } from '../../../access/people/passkeys.ts';
import * as declared from '../../../contract/people.ts';
import { type CallContext, questionOf, sessionChangeOf, type Visit } from '../../call.ts';
import { needParty } from '../../door/relying-party.ts';
import { ApiError } from '../../errors.ts';
import { readVisible } from '../../fields/read-fields.ts';
import { optionsRecord } from './records.ts';

export const getPasskeys = questionOf(declared.getPasskeys, async ({ people, caller }) => ({
  passkeys: (await people.passkeys.list(caller.account)).map(passkeyRecord),
}));

export const beginPasskey = sessionChangeOf(declared.beginPasskey, async (context, visit) => {
  const party = { ...needParty(visit, context.about), name: (await context.brand.now()).name };
  const options = await context.people.passkeys.addOptions(await keyOfSession(context, visit), party);
  return { data: { options: optionsRecord(options) } };
});

export const finishPasskey = sessionChangeOf(declared.finishPasskey, async (context, visit) => {
  const { people, about, input } = context;
  const signedInBy = await keyOfSession(context, visit);
  const rp = needParty(visit, about);
  const added = await people.passkeys.add(input.passkey, { signedInBy, name: readVisible(input.name, 'name'), rp });
  return { data: passkeyRecord(added) };
});

export const revokePasskey = questionOf(declared.revokePasskey, async ({ people, keys, caller, input }) => {
  if (caller.role !== 'operator' && (await keys.find(input.id))?.role === 'operator')
    throw new ApiError('forbidden', "Only operators remove passkeys of operators; your session is a trader's.");
  return passkeyRecord(await people.passkeys.revoke(caller.account, input.id, input.force ?? false));
});

/** The key id of the session. Only a signed-in browser can add passkeys: a program with a key needs none, and `local` is no account. */
async function keyOfSession({ sessions, caller }: CallContext<object>, { token }: Visit): Promise<string> {
  const session = token === undefined ? undefined : await sessions.find(token);
  if (session?.account === caller.account) return session.keyId;
  throw new ApiError('unauthorized', 'Passkeys are added in a browser that is signed in: sign in first.');
}

const passkeyRecord = ({ id, name, isSynced, createdAtMs, lastUsedAtMs }: PasskeyView) => ({
  id,
  name,
  synced: isSynced,
  createdAt: new Date(createdAtMs).toISOString(),
  lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
});
