// Webhooks: events sent to a URL, signed as in the Standard Webhooks specification.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { EVENT_KINDS, MAX_EVENT_POOLS } from './events.ts';
import { Address, Fields, PageQuery, Text, Whole } from './fields.ts';
import { Count, Flag, Moment, OrNull, PageOf, POOL, Str, Word } from './records.ts';

const trader = { who: 'trader', tag: 'Webhooks' } as const;
const change = {
  ...trader,
  method: 'POST',
  changes: true,
  takesNoKey: true,
  refusals: ['not_found webhook', 'market_unavailable'],
} as const;

const Kind = Type.Unsafe<(typeof EVENT_KINDS)[number]>({ type: 'string', enum: EVENT_KINDS });
const Kinds = Type.Array(Kind, {
  maxItems: EVENT_KINDS.length,
  description: 'Only events of these kinds; empty for all.',
  examples: [['swap', 'provide', 'refund']],
});
const Pools = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
  maxItems: MAX_EVENT_POOLS,
  description: 'Only events in these pools; empty for all.',
  examples: [[POOL]],
});
const State = Word('While paused, nothing is sent and nothing is lost.', 'active', 'paused');

const ID = 'hook_0123456789abcdef01234567';
const URL = 'https://hooks.example.com/millpond';
const One = Fields({ id: Text('Webhook id.', ID, 64) });
const SECRET = Str('Signing secret; shown only once.', 'whsec_…');

export const WebhookRecord = Type.Object({
  id: Str('Webhook id.', ID),
  account: Str('Owner of the webhook.', 'alice'),
  everything: Flag('Whether it receives everything, as an operator created it.', false),
  url: Str('URL that receives the events.', URL),
  kinds: Kinds,
  pools: Pools,
  state: State,
  reason: Str('Why it is paused, or the last error; or empty.', ''),
  deliveredTo: Count('Events up to this sequence are done; updated within a minute.', 42),
  attempts: Count('Failed attempts for the current batch.', 0),
  nextAttemptAt: OrNull(
    Type.String({ format: 'date-time' }),
    'Time of the next attempt; null if none is scheduled.',
    null,
  ),
  lastStatus: OrNull(Type.Integer(), 'Status of the last response; null if there was none.', 204),
  createdAt: Moment('When it was created.'),
  previousSecretUntil: OrNull(
    Type.String({ format: 'date-time' }),
    'Until when the previous secret also signs; or null.',
    null,
  ),
});

export const createWebhook = declareCall({
  ...change,
  name: 'createWebhook',
  needsProof: 'always',
  summary: 'Create a webhook',
  description:
    'Sends events to a URL, in order, each at least once, in batches `{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}` of up to 100, signed as in Standard Webhooks.\nEvents look as in `GET /events`, with private fields where they concern the account; operators receive everything. A retry has the same `webhook-id` and body.\nThe URL must resolve to public addresses. Up to 16 webhooks per account.',
  input: Fields(
    {
      url: Text('An https URL.', URL, 2048),
      kinds: Type.Optional(Kinds),
      pools: Type.Optional(Pools),
      after: Type.Optional(Whole('Start after this sequence; 0 for all history. Default: now.', 0)),
    },
    { examples: [{ url: URL, kinds: ['swap'] }] },
  ),
  output: Type.Object({ ...WebhookRecord.properties, secret: SECRET }),
  refusals: ['unknown_pool', 'input_refused url', 'too_many webhooks', 'market_unavailable'],
  weight: 10,
});

export const getWebhooks = declareQuery({
  ...trader,
  name: 'getWebhooks',
  summary: 'List webhooks and their status',
  description: 'By id, without secrets. Operators may query any account, or all.',
  input: Fields({
    account: Type.Optional(Address('Account to query; operators only.', 'alice')),
    all: Type.Optional(Word('`true`: every account; operators only.', 'true')),
    ...PageQuery,
  }),
  output: PageOf('webhooks', WebhookRecord),
  refusals: ['market_unavailable'],
});

export const setWebhookState = declareCall({
  ...change,
  name: 'setWebhookState',
  needsProof: 'never',
  summary: 'Pause or resume a webhook',
  description: 'A resumed webhook continues where it stopped; setting `active` again retries a failed batch at once.',
  input: Fields({ ...One.properties, state: State }),
  output: WebhookRecord,
});

export const deleteWebhook = declareCall({
  ...change,
  name: 'deleteWebhook',
  needsProof: 'never',
  summary: 'Delete a webhook',
  description: 'Permanent. A request already being sent may still arrive.',
  input: One,
  output: WebhookRecord,
});

export const testWebhook = declareCall({
  ...change,
  name: 'testWebhook',
  needsProof: 'never',
  summary: 'Send a test message',
  description:
    'Sends one signed message `{"type":"test","timestamp":…,"data":{"hook":…}}`, even while paused, one at a time, and returns the result.',
  input: One,
  output: Type.Object({
    delivered: Flag('Whether the response had a success status.', true),
    status: OrNull(Type.Integer(), 'Status of the response; null if there was none.', 204),
    tookMs: Count('Duration in milliseconds.', 120),
    failure: Str('Why the delivery failed; empty if it succeeded.', ''),
  }),
  weight: 10,
});

export const rotateWebhookSecret = declareCall({
  ...change,
  name: 'rotateWebhookSecret',
  needsProof: 'always',
  summary: 'Rotate the signing secret',
  description:
    'The new secret is shown only in this answer. For 24 hours messages are signed with the last two secrets.',
  input: One,
  output: Type.Object({ ...WebhookRecord.properties, secret: SECRET }),
});

const DeliveryRecord = Type.Object({
  messageId: Str('The header `webhook-id`; the same for every attempt.', `${ID}-1-3-0a1b2c3d`),
  at: Moment('When it was sent.'),
  first: Count('Sequence of the first event.', 1),
  last: Count('Sequence of the last event.', 3),
  events: Count('Number of events.', 3),
  status: OrNull(Type.Integer(), 'Status of the response; null if there was none.', 204),
  tookMs: Count('Duration in milliseconds.', 120),
  failure: Str('Why the delivery failed; empty if it succeeded.', ''),
  redelivered: Flag('Whether it was sent by redeliverWebhook.', false),
});

export const getDeliveries = declareQuery({
  ...trader,
  name: 'getDeliveries',
  summary: 'Last deliveries of a webhook',
  description: 'The last 50 attempts, newest first, kept for 30 days. For the owner and operators.',
  input: One,
  output: Type.Object({ deliveries: Type.Array(DeliveryRecord, { description: 'Newest first.' }) }),
  refusals: ['not_found webhook', 'market_unavailable'],
});

export const redeliverWebhook = declareCall({
  ...change,
  name: 'redeliverWebhook',
  needsProof: 'never',
  summary: 'Send a delivery again',
  description:
    'Sends one of the last deliveries again, with the same `webhook-id` and body, even while paused, one at a time, and returns the result.',
  input: Fields({ ...One.properties, messageId: Text('Message id from getDeliveries.', `${ID}-1-3-0a1b2c3d`, 128) }),
  output: testWebhook.output,
  refusals: ['not_found webhook', 'not_found delivery', 'market_unavailable'],
  weight: 10,
});
