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
const State = Word('`active` or `paused`. While paused, nothing is sent and nothing is lost.', 'active', 'paused');

const ID = 'hook_0123456789abcdef01234567';
const URL = 'https://hooks.example.com/millpond';
const One = Fields({ id: Text('Webhook id.', ID, 64) });
const SECRET = Str('Signing secret; shown only once.', 'whsec_…');

export const WebhookRecord = Type.Object({
  id: Str('Webhook id.', ID),
  account: Str('Owner of the webhook.', 'alice'),
  everything: Flag('Whether it receives all events with private fields, because an operator created it.', false),
  url: Str('URL that receives the events.', URL),
  kinds: Kinds,
  pools: Pools,
  state: State,
  reason: Str('Why it is paused, or the error of the last attempt; empty if there is none.', ''),
  deliveredTo: Count(
    'Every event up to this sequence has been delivered or filtered out; updated within a minute.',
    42,
  ),
  attempts: Count('Failed attempts for the current batch.', 0),
  nextAttemptAt: OrNull(
    Moment('Time of the next attempt.'),
    'Time of the next attempt; null if none is scheduled.',
    null,
  ),
  lastStatus: OrNull(Type.Integer(), 'Status of the last response; null if there was none.', 204),
  createdAt: Moment('When it was created.'),
  previousSecretUntil: OrNull(
    Moment('Until when the previous secret also signs.'),
    'Until when messages are also signed with the previous secret; null if they are not.',
    null,
  ),
});

export const createWebhook = declareCall({
  ...change,
  name: 'createWebhook',
  needsProof: 'always',
  summary: 'Create a webhook',
  description: `Sends events to a URL, in order, each at least once, in batches \`{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}\`
of up to 100. Events look as in \`GET /events\`: public events, plus private fields where they concern the account; operators receive everything. Messages
are signed as in the Standard Webhooks specification. A retry has the same \`webhook-id\` and body. The URL must start with https:// and resolve to
public addresses. Up to 16 webhooks per account. Idempotency-Key is not supported, since repeating the answer would show the secret again.`,
  input: Fields(
    {
      url: Text('An https URL.', URL, 2048),
      kinds: Type.Optional(Kinds),
      pools: Type.Optional(Pools),
      after: Type.Optional(Whole('Start after this sequence; 0 for all history. Default: from now on.', 0)),
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
  description:
    "Lists the account's webhooks by id. Operators may query any account, or all of them. Secrets are not shown.",
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
  description: `A resumed webhook continues where it stopped, at once and with a fresh number of attempts. Setting an active webhook to active retries a
failed batch right away.`,
  input: Fields({ ...One.properties, state: State }),
  output: WebhookRecord,
});

export const deleteWebhook = declareCall({
  ...change,
  name: 'deleteWebhook',
  needsProof: 'never',
  summary: 'Delete a webhook',
  description: 'Permanent. A request already being sent may still arrive. Returns the last state of the webhook.',
  input: One,
  output: WebhookRecord,
});

export const testWebhook = declareCall({
  ...change,
  name: 'testWebhook',
  needsProof: 'never',
  summary: 'Send a test message',
  description: `Sends one signed message \`{"type":"test","timestamp":…,"data":{"hook":…}}\`, even while the webhook is paused, and returns the result.
The webhook itself does not change. One test at a time.`,
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
  description: `The new secret is shown only in this answer. For 24 hours messages are signed with both the old and the new secret, so that receivers can switch
without missing any. If you rotate again within that time, only the last two secrets sign.`,
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
  description: `Sends one of the last deliveries again, with the same \`webhook-id\` and body and a new signature, even while the webhook is paused, and
returns the result. The webhook itself continues from where it is. One message at a time.`,
  input: Fields({ ...One.properties, messageId: Text('Message id from getDeliveries.', `${ID}-1-3-0a1b2c3d`, 128) }),
  output: testWebhook.output,
  refusals: ['not_found webhook', 'not_found delivery', 'market_unavailable'],
  weight: 10,
});
