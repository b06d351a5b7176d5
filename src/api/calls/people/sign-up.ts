// GET /getSignUp, POST /getInvitation, /checkName, /beginSignUp and /finishSignUp

import { type Begun, deviceOf } from '../../../access/sessions.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import * as declared from '../../../contract/people.ts';
import type { Account } from '../../../core/amount.ts';
import type { CloseOrderCommand } from '../../../core/commands/close-order.ts';
import { RefusedError, type Venue } from '../../../ports/venue.ts';
import type { Webhooks } from '../../../ports/webhooks.ts';
import { questionOf, type Services, sessionChangeOf } from '../../call.ts';
import { needParty, partyOf } from '../../door/relying-party.ts';
import { ApiError } from '../../errors.ts';
import { readVisible } from '../../fields/read-fields.ts';
import { endSessionOf } from '../accounts/sessions.ts';
import { balanceRecords } from './invitations.ts';
import { optionsRecord } from './records.ts';

export const getSignUp = sessionChangeOf(declared.getSignUp, async ({ people, about }, visit) => {
  const party = partyOf(visit, about);
  return { data: { signUp: await people.mode(), passkeyHost: party?.id ?? null, passkeyUrl: party?.url ?? null } };
});

export const getInvitation = questionOf(declared.getInvitation, async ({ venue, people, input }) => {
  const { body } = await people.signUps.invitation(input.invitation);
  return {
    role: body.role,
    balances: await balanceRecords(venue, body.balances),
    account: body.account,
    expiresAt: new Date(body.expiresAtMs).toISOString(),
  };
});

export const checkName = questionOf(declared.checkName, async ({ people, input }) => {
  await people.signUps.check(input);
  return { name: input.name };
});

export const beginSignUp = sessionChangeOf(declared.beginSignUp, async ({ people, brand, about, input }, visit) => {
  const party = { ...needParty(visit, about), name: (await brand.now()).name };
  const { account, options } = await people.signUps.options(input, party);
  return { data: { account, options: optionsRecord(options) } };
});

export const finishSignUp = sessionChangeOf(declared.finishSignUp, async (context, visit) => {
  const { token, agent } = visit;
  const { people, sessions, webhooks, about, charge, input } = context;
  const { credential = 'passkey', passkey: registration, label = 'Passkey' } = input;
  if (credential === 'passkey' && !registration)
    throw new ApiError('invalid_request', 'passkey is missing; send it, or credential: "key" for an API key.');
  const way =
    credential === 'key' || !registration
      ? 'key'
      : { registration, label: readVisible(label, 'label'), rp: needParty(visit, about) };
  const made = await people.signUps.signUp(input, way, charge.networks);
  const { id, account, role, key, isComplete, isRecovery, revoked, endedSessions } = made;
  const paused = isRecovery ? await pauseWebhooks(webhooks, account) : [];
  const cancelled = isRecovery ? await cancelOrders(context, account) : [];
  // The key is already stored, and only this answer contains it: it must reach its owner even if the session cannot be started.
  let begun: Begun | undefined;
  let failure: unknown;
  try {
    begun = await sessions.begin(id, deviceOf(agent));
    await endSessionOf(token, context);
  } catch (error) {
    failure = error;
  }
  const expiresAt = begun ? new Date(begun.expiresAtMs).toISOString() : null;
  const data = {
    ...{ account, role, expiresAt, key, balancesDue: !isComplete, revoked, endedSessions },
    ...{ pausedWebhooks: paused ?? [], webhooksUnchecked: paused === undefined },
    ...{ cancelledOrders: cancelled ?? [], ordersUnchecked: cancelled === undefined },
  };
  return { data, ...(begun && { begun }), about: { account, keyId: id }, failure };
});

/** Stops webhooks of an intruder from reporting on the recovered account. Undefined if that fails: the recovery must succeed anyway. */
async function pauseWebhooks(webhooks: Webhooks, account: Account) {
  try {
    const { items } = await webhooks.list({ account, limit: MAX_PAGE });
    const active = items.filter(({ state }) => state === 'active');
    for (const { id } of active) await webhooks.setState({ account, isOperator: true }, id, 'paused');
    return active.map(({ id, url }) => ({ id, url }));
  } catch {
    return undefined;
  }
}

/** Stops orders of an intruder from selling tokens of the recovered account. Undefined if that fails: the recovery must succeed anyway. */
async function cancelOrders({ market, venue }: Pick<Services, 'market' | 'venue'>, account: Account) {
  // A venue on a chain has no open orders.
  if (venue.wallets) return [];
  try {
    const cancelled: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const from = cursor === undefined ? {} : { cursor };
      const page = await market.orders({ account, state: 'open', limit: MAX_PAGE, ...from });
      for (const { id, order, tokenA, tokenB } of page.items)
        if (await isCancelled(venue, { kind: 'closeOrder', order, account, tokenA, tokenB, reason: 'cancelled' }))
          cancelled.push(id);
      cursor = page.nextCursor;
    }
    return cancelled;
  } catch {
    return undefined;
  }
}

/** Cancels an order; false if it was filled or closed meanwhile. */
async function isCancelled(venue: Venue, command: CloseOrderCommand): Promise<boolean> {
  try {
    await venue.execute(command.account, command);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}
