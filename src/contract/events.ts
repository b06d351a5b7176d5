// What happens, as it happens: every transaction of the journal as an event, and the call that streams them.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Exact, Id, Moment, POOL, Str, Word } from './records.ts';

/** Those that everybody is told of. */
const PUBLIC_KINDS = [
  'swap',
  'provide',
  'refund',
  'createPool',
  'registerToken',
  'collectFees',
  'setPoolFees',
  'setPoolStatus',
  'updateToken',
] as const;
/** Those that only whom they concern is told of. */
export const PRIVATE_KINDS = ['deposit', 'withdraw'] as const;
export const EVENT_KINDS = [...PUBLIC_KINDS, ...PRIVATE_KINDS] as const;

export const MAX_EVENT_POOLS = 100;

/** A journal has fewer transactions than that has digits for. */
const SEQUENCE = '^(0|[1-9][0-9]{0,14})$';

const Maybe = (description: string, example: string) => Type.Optional(Str(description, example));
const Figure = (description: string, example: string) => Type.Optional(Exact(description, example));

const Hop = Type.Object({
  poolAddress: Str('The pool.', POOL),
  tokenA: Str('What goes in.', TON),
  tokenB: Str('What comes out.', USDT),
  amountA: Exact('How much goes in.', '10'),
  amountB: Exact('How much comes out.', '24.924925'),
  fees: Type.Object(
    {
      lp: Exact('What stays with the providers, in tokenA.', '0.02'),
      protocol: Exact('What the protocol collects, in tokenB.', '0.02495'),
      ref: Exact('What the referrer receives, in tokenB.', '0'),
    },
    { description: 'What this pool charges.' },
  ),
});

/** What a kind does not have is left out; amounts and rates are always strings. */
export const EventsRecord = Type.Object(
  {
    sequence: Type.Integer({ description: 'Position in the journal, also the id of the event.', examples: [42] }),
    kind: Word('What happened, also the type of the event.', ...EVENT_KINDS),
    createdAt: Moment('When it was committed (ISO 8601).'),
    poolAddress: Maybe('The pool; those of a swap are in its route.', POOL),
    tokenA: Maybe('The token offered, or the first of the pool.', TON),
    tokenB: Maybe('The token received, or the second of the pool.', USDT),
    amountA: Figure('How much of tokenA, in whole tokens.', '10'),
    amountB: Figure('How much of tokenB, in whole tokens.', '24.924925'),
    route: Type.Optional(
      Type.Array(Hop, { description: 'The pools that a swap passed, in order; also if it is one.' }),
    ),
    lpTokens: Figure('LP tokens minted or burned.', '0.5'),
    locked: Figure('LP tokens minted beside them and locked for ever: by the first liquidity of a pool.', '0'),
    lpFee: Figure('Fee of a pool that stays with the providers from then on, as a fraction.', '0.002'),
    protocolFee: Figure('Fee of a pool that the protocol collects from then on, as a fraction.', '0.001'),
    refFee: Figure('Fee of a referrer in a pool from then on, as a fraction.', '0.001'),
    curve: Type.Optional(Shape.curve),
    amplification: Type.Optional(Type.Integer({ description: 'The amplification of a stable pool.', examples: [200] })),
    token: Maybe('The token that is registered, changed or moved.', USDT),
    symbol: Maybe('The symbol of a token that is registered.', 'USDT'),
    decimals: Type.Optional(Type.Integer({ description: 'The decimals of such a token.', examples: [6] })),
    name: Maybe('The name of a token from then on.', 'Tether USD'),
    logo: Maybe('The logo of a token from then on.', 'https://example.com/usdt.png'),
    status: Maybe('The status of a token or a pool from then on.', 'paused'),
    amount: Figure('How much of token, in whole tokens.', '100'),
    transactionId: Type.Optional(Id('In full: identifier of the transaction (UUIDv7).')),
    actor: Maybe('In full: the account that asked for it.', 'local'),
    account: Maybe('In full: the account whose tokens moved, or that was paid.', 'local'),
    referrer: Maybe('In full: the account that a swap named as its referrer.', 'shop-42'),
    reference: Maybe('In full: the reference of a deposit or a withdrawal.', 'wire-2026-11-15-001'),
    protocolFeeAddress: Maybe('In full: the account that collectFees pays from then on.', 'treasury'),
  },
  { description: 'The `data` of an event.' },
);

/** The headers of the call. */
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      pattern: SEQUENCE,
      description:
        'The id of the last event that was received: a whole number. Goes before `after`; a browser sends it by itself.',
      examples: ['42'],
    }),
  ),
});

export const events = declareCall({
  name: 'events',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'Everything that happens, as it happens',
  description:
    'Server-sent events, one for each transaction: its number in the journal as `id`, its kind as `event`, an EventsRecord as `data`. Goes on\nfrom the header `Last-Event-ID`, else from `after`, else from now, and never ends by itself. Accounts, references and transaction ids\nare told to nobody but those whom they concern.',
  input: Fields({
    after: Type.Optional(
      Type.String({
        pattern: SEQUENCE,
        title: 'the number of a transaction, such as 42, or 0 for everything ever',
        description: 'A whole number: only what came after this number of the journal; 0 for everything ever.',
        examples: ['0'],
      }),
    ),
    kinds: Type.Optional(
      Text(`Only these kinds, separated by commas: ${EVENT_KINDS.join(', ')}.`, 'swap,provide,refund'),
    ),
    pools: Type.Optional(
      Text(`Only what was done in these pools: up to ${MAX_EVENT_POOLS} addresses, separated by commas.`, POOL, 13_000),
    ),
    own: Type.Optional(
      Word(
        '`true` tells what concerns the caller in full, to an operator everything; `only` tells that alone.',
        'true',
        'only',
      ),
    ),
  }),
  output: EventsRecord,
  streams: true,
  counted: true,
  weight: 5,
});
