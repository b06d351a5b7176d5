// An account's own fills: what its swaps and orders traded.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Fields, PageQuery, Text, Time, TON, USDT } from './fields.ts';
import { Count, Flag, Id, Moment, Num, OrNull, PageOf, Str, TRANSACTION, Word } from './records.ts';

export const FillRecord = Type.Object({
  sequence: Count('Journal sequence of the transaction.', 43),
  index: Count(
    'With `sequence` the id of the fill: 0, or 1 for the newer of two own orders that filled each other.',
    0,
  ),
  transactionId: Id('Identifier of the transaction (UUIDv7).'),
  order: OrNull(Type.Integer(), 'Number of the order that was filled, or null.', null),
  orderId: OrNull(Type.String({ format: 'uuid' }), 'Id of that order, or null.', null),
  clientId: OrNull(Type.String(), 'Its clientId, or null.', null),
  createdAt: Moment('When it was committed.'),
  kind: Word('`swap`: traded with pools. `match`: with another order.', 'swap', 'match'),
  maker: Flag('True for the older order of a match, which pays no fee.', false),
  tokenA: Str('The token given.', TON),
  tokenB: Str('The token received.', USDT),
  amountA: Num('Amount given, fees included.', 10),
  amountB: Num('Amount received, after fees.', 24.924925),
  fees: Type.Array(
    Type.Object({
      kind: Word('Who got it: liquidity providers, the exchange or the referrer.', 'lp', 'protocol', 'ref'),
      token: Str('The token in which it was charged.', TON),
      amount: Num('Amount, summed over the pools of a route.', 0.02),
    }),
    { description: 'Fees by kind and token, without zeros.' },
  ),
});

export const getFills = declareQuery({
  name: 'getFills',
  who: 'trader',
  tag: 'Swaps',
  summary: 'Own fills, newest first',
  description:
    "What the caller's swaps and orders traded, each as one fill; of a match, only the caller's side. The fills of an order add up to its `filledA` and `receivedB`. With a filter, a page can be short or empty: continue while `nextCursor` is not null.",
  input: Fields({
    jetton0: Type.Optional(Address('Only fills of this token for `jetton1`, in either direction.')),
    jetton1: Type.Optional(Address('Only fills of this token for `jetton0`, in either direction.', USDT)),
    order: Type.Optional(Text('Only fills of this order: its orderId or number.', TRANSACTION)),
    from: Time('From this time on: ISO 8601 with a time zone, or Unix seconds.', '2026-11-01T00:00:00Z'),
    to: Time('Before this time.', '2026-12-01T00:00:00Z'),
    ...PageQuery,
    format: Type.Optional(Word('Download all matching fills as one file.', 'csv', 'ndjson')),
  }),
  output: PageOf('fills', FillRecord),
  exported: FillRecord,
  refusals: ['not_found order'],
  weight: 2,
});
