// Webhooks: events sent to where their owner wants them, signed by the Standard Webhooks specification.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { EVENT_KINDS, MAX_EVENT_POOLS } from './events.ts';
import { Address, Fields, PageQuery, Text, Whole } from './fields.ts';
import { Moment, PageOf, POOL, Str, Word } from './records.ts';

const trader = { who: 'trader', tag: 'Webhooks' } as const;
const change = {
  ...trader,
  method: 'POST',
  changes: true,
  takesNoKey: true,
  refusals: ['unknown_webhook', 'market_unavailable', 'market_off'],
} as const;

const Kind = Type.Unsafe<(typeof EVENT_KINDS)[number]>({ type: 'string', enum: EVENT_KINDS });
const Kinds = Type.Array(Kind, {
  maxItems: EVENT_KINDS.length,
  description: 'Only events of these kinds; empty for all.',
  examples: [['swap', 'provide', 'refund']],
});
const Pools = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
  maxItems: MAX_EVENT_POOLS,
  description: 'Only what is done in these pools; empty for everything.',
  examples: [[POOL]],
});
const State = Word('`active`, or `paused`: nothing is sent, and nothing is lost.', 'active', 'paused');
const orNull = <T extends ReturnType<typeof Moment>>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description, examples: [null] });
const sequence = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const ID = 'hook_0123456789abcdef01234567';
const URL = 'https://hooks.example.com/millpond';
const One = Fields({ id: Text('The id of the webhook.', ID, 64) });
const SECRET = Str('What messages are signed with; it is shown this once.', 'whsec_…');

const WebhookRecord = Type.Object({
  id: Str('Names the webhook.', ID),
  account: Str('Whose it is.', 'alice'),
  everything: Type.Boolean({
    description: "Whether it gets everybody's events in full, since an operator made it.",
    examples: [false],
  }),
  url: Str('Where it is sent to.', URL),
  kinds: Kinds,
  pools: Pools,
  state: State,
  reason: Str('Why it is paused, or what the last attempt met; empty where all is well.', ''),
  deliveredTo: sequence('Every event up to this sequence is delivered or left out, to within a minute.', 42),
  attempts: sequence('How often the batch that is under way has failed.', 0),
  nextAttemptAt: orNull(
    Moment('When it is tried again.'),
    'When it is tried again; null where nothing waits for that.',
  ),
  lastStatus: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The status of the last answer; null where there was none.',
    examples: [204],
  }),
  createdAt: Moment('When it was made (ISO 8601).'),
  previousSecretUntil: orNull(
    Moment('Until when the secret before is signed with.'),
    'Until when messages are signed with the secret before as well; null where they are not.',
  ),
});

export const createWebhook = declareCall({
  ...change,
  name: 'createWebhook',
  summary: 'Have events sent to a URL',
  description: `In order, each at least once, in batches \`{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}\` of up to 100
events as \`GET /events\` tells them: the account's own in full and the public ones, to operators all. Signed by the Standard
Webhooks specification; a repetition has the same \`webhook-id\` and body. The URL must begin with https:// and lead to public addresses.
An account has up to 16. It takes no Idempotency-Key, because answering it again would mean to show the secret again.`,
  input: Fields(
    {
      url: Text('Where to: an https URL.', URL, 2048),
      kinds: Type.Optional(Kinds),
      pools: Type.Optional(Pools),
      after: Type.Optional(
        Whole('The sequence after which it begins, 0 for everything that ever happened; absent for from now on.', 0),
      ),
    },
    { examples: [{ url: URL, kinds: ['swap'] }] },
  ),
  output: Type.Object({ ...WebhookRecord.properties, secret: SECRET }),
  refusals: ['unknown_pool', 'webhook_url_refused', 'too_many_webhooks', 'market_unavailable', 'market_off'],
  weight: 10,
});

export const getWebhooks = declareCall({
  ...trader,
  name: 'getWebhooks',
  method: 'GET',
  changes: false,
  summary: 'Webhooks, and how they are doing',
  description: 'Those of the account, by id; operators may name any account, or all. Secrets are not shown.',
  input: Fields({
    account: Type.Optional(Address("Another's account, for operators.", 'alice')),
    all: Type.Optional(Word('`true`: of everyone, for operators.', 'true')),
    ...PageQuery,
  }),
  output: PageOf('webhooks', WebhookRecord),
  refusals: ['market_unavailable', 'market_off'],
});

export const setWebhookState = declareCall({
  ...change,
  name: 'setWebhookState',
  summary: 'Pause or resume a webhook',
  description: `One that is resumed goes on where it was, at once, with all attempts before it. Who sets it active although it is
has what failed tried again right away.`,
  input: Fields({ ...One.properties, state: State }),
  output: WebhookRecord,
});

export const deleteWebhook = declareCall({
  ...change,
  name: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'For ever; a request that is under way may still arrive. Answers how it was doing.',
  input: One,
  output: WebhookRecord,
});

export const testWebhook = declareCall({
  ...change,
  name: 'testWebhook',
  summary: 'Send a message to a webhook now',
  description: `One signed message \`{"type":"test","timestamp":…,"data":{"hook":…}}\`, also while it is paused, and what came of it.
It changes nothing about the webhook. One at a time.`,
  input: One,
  output: Type.Object({
    delivered: Type.Boolean({ description: 'Whether the answer was one of success.', examples: [true] }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The status of the answer; null where there was none.',
      examples: [204],
    }),
    tookMs: Type.Integer({ description: 'How long it took, in milliseconds.', examples: [120] }),
    failure: Str('What went wrong; empty where it was delivered.', ''),
  }),
  weight: 10,
});

export const rotateWebhookSecret = declareCall({
  ...change,
  name: 'rotateWebhookSecret',
  summary: 'Give a webhook another secret',
  description: `The only answer that shows it. For 24 hours messages are signed with both, so that a receiver can change over without
missing any; rotated again within that time, the first secret is signed with no more.`,
  input: One,
  output: Type.Object({ ...WebhookRecord.properties, secret: SECRET }),
});
