// GET /getWebhooks and the calls that make, change, test and delete webhooks

import type { Caller } from '../../access/keys.ts';
import type { EVENT_KINDS } from '../../contract/events.ts';
import type { DecimalInput } from '../../contract/fields.ts';
import * as declared from '../../contract/webhooks.ts';
import type { PoolAddress } from '../../core/amount.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import type { Venue } from '../../ports/venue.ts';
import type { DeliveryEntry, HookView, NoHook } from '../../ports/webhooks.ts';
import { questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { inputText, readOwner, readPage, readToken } from '../fields/read-fields.ts';

export const createWebhook = questionOf(declared.createWebhook, async ({ venue, webhooks, input, caller }) => {
  const { kinds = [], pools = [] } = input;
  const made = await webhooks.create({
    ...whoIs(caller),
    url: input.url,
    kinds: [...new Set(kinds)],
    pools: [...new Set(pools.map((pool, at) => readToken(pool, `pools.${at}`) as string as PoolAddress))],
    after: await readAfter(venue, input.after),
  });
  if (!('id' in made)) throw refusalOf(made);
  return { ...webhookRecord(made), secret: made.secret };
});

export const getWebhooks = questionOf(declared.getWebhooks, async ({ webhooks, input, caller }) => {
  const { items, nextCursor } = await webhooks.list({ ...ownersIn(input, caller), ...readPage(input) });
  return { webhooks: items.map(webhookRecord), nextCursor };
});

export const setWebhookState = questionOf(declared.setWebhookState, async ({ webhooks, input, caller }) =>
  webhookRecord(known(await webhooks.setState(whoIs(caller), input.id, input.state))),
);

export const deleteWebhook = questionOf(declared.deleteWebhook, async ({ webhooks, input, caller }) =>
  webhookRecord(known(await webhooks.remove(whoIs(caller), input.id))),
);

export const testWebhook = questionOf(declared.testWebhook, async ({ webhooks, input, caller }) => {
  const { isDelivered, status, tookMs, failure } = known(await webhooks.test(whoIs(caller), input.id));
  return { delivered: isDelivered, status, tookMs, failure };
});

export const rotateWebhookSecret = questionOf(declared.rotateWebhookSecret, async ({ webhooks, input, caller }) => {
  const changed = known(await webhooks.rotate(whoIs(caller), input.id));
  return { ...webhookRecord(changed), secret: changed.secret };
});

export const getDeliveries = questionOf(declared.getDeliveries, async ({ webhooks, usage, input, caller }) => {
  const { id } = known(await webhooks.find(whoIs(caller), input.id));
  return { deliveries: (await usage.deliveries(id)).map(deliveryRecord) };
});

export const redeliverWebhook = questionOf(declared.redeliverWebhook, async ({ webhooks, usage, input, caller }) => {
  const who = whoIs(caller);
  const { id } = known(await webhooks.find(who, input.id));
  const before = (await usage.deliveries(id)).find(({ messageId }) => messageId === input.messageId);
  if (!before)
    throw new ApiError('not_found', 'There is no such delivery of this webhook; getDeliveries lists them.', 'delivery');
  const atMs = Date.now();
  const { isDelivered, status, tookMs, failure } = known(await webhooks.redeliver(who, id, before));
  usage.noteDelivery(id, { ...before, atMs, status, ms: tookMs, failure, isAgain: true });
  return { delivered: isDelivered, status, tookMs, failure };
});

const deliveryRecord = ({ messageId, atMs, first, last, events, status, ms, failure, isAgain }: DeliveryEntry) => ({
  messageId,
  at: new Date(atMs).toISOString(),
  first,
  last,
  events,
  status,
  tookMs: Math.round(ms),
  failure,
  redelivered: isAgain,
});

const whoIs = ({ account, role }: Caller) => ({ account, isOperator: role === 'operator' });

function ownersIn(input: { readonly account?: string; readonly all?: 'true' }, caller: Caller) {
  if (input.all === undefined) return { account: readOwner(input, caller) };
  if (input.account !== undefined) throw new ApiError('invalid_request', 'Send account or all, not both.');
  if (caller.role === 'operator') return {};
  throw new ApiError('forbidden', 'Only operators can see other accounts.');
}

async function readAfter(venue: Venue, input: DecimalInput | undefined) {
  const { sequence, lastEvent: last = sequence } = await venue.journal();
  if (input === undefined) return last;
  const after = parseDecimal(inputText(input), 0, BigInt(last));
  if (typeof after === 'bigint') return Number(after);
  throw new ApiError('invalid_request', `after must be a whole number from 0 to the current sequence, ${last}.`);
}

function refusalOf(none: NoHook): ApiError {
  if ('refusedUrl' in none) return new ApiError('input_refused', `url ${none.refusedUrl}.`, 'url');
  if ('unknownPool' in none)
    return new ApiError('unknown_pool', `There is no pool with the address ${none.unknownPool}; getPools lists them.`);
  const message = `The account already has ${none.mostHooks} webhooks, the maximum; delete one first.`;
  return new ApiError('too_many', message, 'webhooks');
}

function known<Found>(found: Found | undefined): Found {
  if (found !== undefined) return found;
  throw new ApiError('not_found', 'There is no webhook with this id; getWebhooks lists them.', 'webhook');
}

const webhookRecord = (hook: HookView) => ({
  id: hook.id,
  account: hook.account,
  everything: hook.isOperator,
  url: hook.url,
  kinds: hook.kinds as (typeof EVENT_KINDS)[number][],
  pools: [...hook.pools] as string[],
  state: hook.state,
  reason: hook.reason,
  deliveredTo: hook.cursor,
  attempts: hook.attempt,
  nextAttemptAt: hook.state === 'active' && hook.attempt > 0 ? new Date(hook.nextMs).toISOString() : null,
  lastStatus: hook.lastStatus,
  createdAt: new Date(hook.createdAtMs).toISOString(),
  previousSecretUntil: secretUntil(hook),
});

const secretUntil = ({ previousUntilMs }: HookView): string | null =>
  previousUntilMs === null || previousUntilMs <= Date.now() ? null : new Date(previousUntilMs).toISOString();
