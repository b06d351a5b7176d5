// Events: every journal transaction as an event, and the call that streams them.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Digits, Fields, MAX_SEQUENCE, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import {
  CHECKPOINT,
  Count,
  Exact,
  Flag,
  Id,
  Moment,
  OrNull,
  POOL,
  SettlementFields,
  SHA256,
  Str,
  Word,
} from './records.ts';

/** Public kinds: sent to everyone. */
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
  'matchOrders',
  'liabilities',
  'audited',
  'forked',
] as const;
/** Private kinds: sent only to the accounts they concern. */
export const PRIVATE_KINDS = [
  ...(['placeOrder', 'triggerOrder', 'closeOrder', 'deposit', 'withdraw', 'transfer'] as const),
  // Events that occur only on an exchange that settles on TON.
  ...(['settlementFailed', 'takeBack'] as const),
] as const;
export const EVENT_KINDS = [...PUBLIC_KINDS, ...PRIVATE_KINDS] as const;

export const MAX_EVENT_POOLS = 100;

/** A journal sequence: at most 15 digits, as many as the largest one (2^48 − 1) has. */
const SEQUENCE = '^(0|[1-9][0-9]{0,14})$';

const Maybe = (description: string, example: string) => Type.Optional(Str(description, example));
const Figure = (description: string, example: string) => Type.Optional(Exact(description, example));

const Hop = Type.Object({
  poolAddress: Str('Address of the pool.', POOL),
  tokenA: Str('Token in.', TON),
  tokenB: Str('Token out.', USDT),
  amountA: Exact('Amount in.', '10'),
  amountB: Exact('Amount out.', '24.924925'),
  fees: Type.Object(
    {
      lp: Exact('LP fee, in tokenA.', '0.02'),
      protocol: Exact('Protocol fee, in tokenB.', '0.02495'),
      ref: Exact('Referral fee, in tokenB.', '0'),
    },
    { description: 'Fees charged by this pool.' },
  ),
});

/** Fields that a kind does not have are left out. Amounts and rates are always strings. */
export const EventsRecord = Type.Object(
  {
    sequence: Count('Journal sequence and event id. On TON it counts ended orders.', 42),
    kind: Word('What happened: the event type.', ...EVENT_KINDS),
    createdAt: Moment('When it was committed.'),
    poolAddress: Maybe('Address of the pool. For a swap, see `route`.', POOL),
    tokenA: Maybe('The token paid, or the first token of the pool.', TON),
    tokenB: Maybe('The token received, or the second token of the pool.', USDT),
    amountA: Figure('Amount of tokenA, in whole tokens.', '10'),
    amountB: Figure('Amount of tokenB, in whole tokens.', '24.924925'),
    fee: Figure(
      'Protocol fee of a match, which the newer order pays. In the public event, amountA includes it.',
      '0.005',
    ),
    feeToken: Maybe('The token of the fee.', TON),
    route: Type.Optional(Type.Array(Hop, { description: 'The pools of a swap, in order.' })),
    swapped: Type.Optional({
      ...Hop,
      description: 'Only for liquidity of one token: the swap that is part of it.',
    }),
    lpTokens: Figure('LP tokens minted or burned.', '0.5'),
    locked: Figure('LP tokens that first liquidity locks forever.', '0'),
    lpFee: Figure('New LP fee of the pool, as a fraction.', '0.002'),
    protocolFee: Figure('New protocol fee of the pool, as a fraction.', '0.001'),
    refFee: Figure('New referral fee of the pool, as a fraction.', '0.001'),
    curve: Type.Optional(Shape.curve),
    amplification: Type.Optional(Count('Amplification of a stable pool.', 200)),
    token: Maybe('The token registered, changed or moved.', USDT),
    symbol: Maybe('Symbol of the registered token.', 'USDT'),
    decimals: Type.Optional(Count('Decimals of the registered token.', 6)),
    name: Maybe('New name of the token.', 'Tether USD'),
    logo: Maybe('New logo of the token.', 'https://example.com/usdt.png'),
    status: Maybe('New status of the token, pool or order.', 'paused'),
    amount: Figure('Amount of the token, in whole tokens.', '100'),
    transactionId: Type.Optional(Id('Private: transaction id (UUIDv7).')),
    actor: Maybe('Private: the account that made the request.', 'local'),
    account: Maybe('Private: the account concerned.', 'local'),
    referrer: Maybe('Private: the referrer named by the swap.', 'shop-42'),
    reference: Maybe('Private: reference of the deposit or withdrawal.', 'wire-2026-11-15-001'),
    to: Maybe('Private: the recipient of a transfer.', 'shop-42'),
    format: Type.Optional(Count('Format of the list of what is owed.', 2)),
    asOf: Type.Optional(Count('Last transaction that the statement covers.', 41)),
    hash: Maybe('SHA-256, in hex, of what the statement is about.', SHA256),
    atMs: Type.Optional(Count('When the list was made, in milliseconds since 1970.', 1_763_208_000_000)),
    intervalMs: Type.Optional(Count('Milliseconds until the next list; 0 if none is promised.', 86_400_000)),
    previous: Type.Optional(OrNull(Type.String(), 'SHA-256, in hex, of the list before; null for the first.', SHA256)),
    log: Type.Optional(Count('Number of the public log that has the list, or that begins here.', 2)),
    checkpoint: Maybe('Last signed checkpoint of the log before.', CHECKPOINT),
    shared: Type.Optional(Count('Transactions that both logs are known to share.', 40)),
    memo: Maybe('Private: memo of a transfer or cancellation.', 'Invoice 1042'),
    order: Type.Optional(Count('Private: number of the order.', 42)),
    clientId: Maybe('Private: clientId of the order.', 'bid-1'),
    taker: Type.Optional(Count('Private: newer order of a match, if you may see both.', 43)),
    minReceived: Figure('Private: limit of the order for all of amountA.', '25'),
    inParts: Type.Optional(Flag('Private: whether the order may be filled in parts.', true)),
    expiresAt: Type.Optional(Moment('Private: when the order expires.')),
    times: Type.Optional(Count('Private: parts of a recurring order.', 30)),
    everySeconds: Type.Optional(Type.Number({ description: 'Private: seconds between the parts.', examples: [86400] })),
    triggerBelow: Figure('Private: trigger of a stop, tokenB for one tokenA.', '2.4'),
    triggerAbove: Figure('Private: trigger of a stop, tokenB for one tokenA.', '2.8'),
    overSeconds: Type.Optional(
      Type.Number({ description: 'Private: window of the average of a stop.', examples: [60] }),
    ),
    maxSlippage: Figure('Private: guard of the order, as a fraction.', '0.01'),
    average: Figure('Private: the average price that triggered a stop.', '2.39'),
    averageFrom: Type.Optional(Moment('Private: start of the window of the average.')),
    averageTo: Type.Optional(Moment('Private: end of the window of the average.')),
    left: Figure('Private: tokenA left in the order.', '90'),
    returned: Figure('Private: tokenA that the last fill gave back.', '0.5'),
    protocolFeeAddress: Maybe('Private: new account that collectFees pays.', 'treasury'),
    change: Type.Optional(Word('Private: what failed on TON.', 'swap', 'provide', 'refund', 'takeBack', 'transfer')),
    reason: SettlementFields.reason,
    reasonCode: SettlementFields.reasonCode,
    transactionHash: SettlementFields.transactionHash,
    reserves: Type.Optional(
      Type.Array(
        Type.Object({
          poolAddress: Str('Address of the pool.', POOL),
          reserve0: Exact('Reserve of its first token.', '2000010'),
          reserve1: Exact('Reserve of its second token.', '4999975.05'),
        }),
        { description: 'Only in getEvents: reserves after a swap, provide or refund, in the order of getPools.' },
      ),
    ),
    networkFee: Figure('On TON: TON that the network took.', '0.0286'),
    tonSpent: Figure('On TON: TON that the wallet lost beside the amounts.', '0.0353'),
  },
  { description: 'The `data` of an event.' },
);

/** Request headers of the call that streams events. */
export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      pattern: SEQUENCE,
      description: 'Id of the last event received; takes precedence over `after`.',
      examples: ['42'],
    }),
  ),
});

/** Seconds without an event after which every stream has a heartbeat. */
export const LONGEST_BEAT_S = 15;

export const events = declareQuery({
  name: 'events',
  who: 'anyone',
  tag: 'Market',
  summary: 'Live event stream',
  description:
    "Server-sent events, one per transaction: `id` is the journal sequence, `event` the kind, `data` an EventsRecord. The endless stream starts after the header `Last-Event-ID`, otherwise after `after`, otherwise now. Private fields are sent only to the accounts concerned and to operators. On TON only events of one's own orders, with `own`.",
  input: Fields({
    after: Type.Optional(
      Digits(
        'Start after this journal sequence; 0 for all history.',
        0,
        [0, MAX_SEQUENCE],
        'a journal sequence such as 42, or 0 for all history',
      ),
    ),
    kinds: Type.Optional(Text('Only these kinds of EventsRecord, separated by commas.', 'swap,provide,refund')),
    pools: Type.Optional(
      Text(`Only events in these pools: up to ${MAX_EVENT_POOLS} addresses, separated by commas.`, POOL, 13_000),
    ),
    own: Type.Optional(
      Word('`true`: with private fields where they concern the caller. `only`: only those events.', 'true', 'only'),
    ),
    beat: Type.Optional(
      Digits(
        `Seconds without an event until a heartbeat, 2 to ${LONGEST_BEAT_S}, the default.`,
        2,
        [2, LONGEST_BEAT_S],
        'a number of seconds from 2 to 15',
      ),
    ),
  }),
  output: EventsRecord,
  streams: true,
  counted: true,
  weight: 5,
});
