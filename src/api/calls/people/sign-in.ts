// POST /beginSignIn and POST /finishSignIn

import { deviceOf } from '../../../access/sessions.ts';
import * as declared from '../../../contract/people.ts';
import { sessionChangeOf } from '../../call.ts';
import { needParty } from '../../door/relying-party.ts';
import { endSessionOf } from '../accounts/sessions.ts';
import { sessionRecord } from './records.ts';

export const beginSignIn = sessionChangeOf(declared.beginSignIn, async ({ people, about }, visit) => {
  const { challenge, rpId } = await people.passkeys.requestOptions(needParty(visit, about));
  return { data: { options: { challenge, rpId } } };
});

export const finishSignIn = sessionChangeOf(declared.finishSignIn, async (context, visit) => {
  const { token, agent, refusalOfOther } = visit;
  const { people, sessions, about, input } = context;
  const { id, account, role } = await people.passkeys.signIn(input.passkey, needParty(visit, about));
  const refusal = refusalOfOther({ account });
  if (refusal) throw refusal;
  const begun = await sessions.begin(id, deviceOf(agent));
  await endSessionOf(token, context);
  // Makes the deposits of an invitation that a crash interrupted; if they fail, for example on a busy exchange, the sign-in still succeeds.
  await people.finishDue(account).catch(() => false);
  return { data: sessionRecord({ account, role }, begun), begun, about: { account, keyId: id } };
});
