// An account's own fills: what its swaps and orders traded.
import Type from 'typebox';
import { TimeFilter } from './activity.ts';
import { declareQuery } from './call.ts';
import { Address, Fields, PageQuery, Text, TON, USDT } from './fields.ts';
import { Count, Flag, Id, Moment, Num, OrNull, PageOf, Str, TRANSACTION, Word } from './records.ts';

export const FillRecord = Type.Object({
  sequence: Count('Journal sequence of the transaction.', 43),
  index: Count(
    'Together with `sequence` the id of the fill: 0, but for a match of two orders of the account, which is two fills: 0 of the older order, 1 of the newer.',
    0,
  ),
  transactionId: Id('Identifier of the transaction; look it up with getTransaction.'),
  order: OrNull(Type.Integer(), 'Number of the order that was filled; null for a swap that filled none.', null),
  orderId: OrNull(Type.String({ format: 'uuid' }), 'Id of that order, or null.', null),
  createdAt: Moment('When it was committed.'),
  kind: Word('`swap`: traded with pools. `match`: with another order.', 'swap', 'match'),
  maker: Flag(
    'True for the older of two orders that filled each other, which pays no fee; false for the newer and for swaps.',
    false,
  ),
  tokenA: Str('The token given.', TON),
  tokenB: Str('The token received.', USDT),
  amountA: Num('Amount given, fees included.', 10),
  amountB: Num('Amount received, after fees.', 24.924925),
  fees: Type.Array(
    Type.Object({
      kind: Word(
        '`lp`: kept by liquidity providers. `protocol`: collected by the exchange. `ref`: paid to the referrer.',
        'lp',
        'protocol',
        'ref',
      ),
      token: Str('The token in which it was charged.', TON),
      amount: Num('Amount, summed over the pools of a route.', 0.02),
    }),
    { description: 'Fees of the fill by kind and token, without those that are zero.' },
  ),
});

export const getFills = declareQuery({
  name: 'getFills',
  who: 'trader',
  tag: 'Swaps',
  summary: 'Own fills, newest first',
  description: `Lists what the caller's swaps and orders traded, each as one fill: swaps with pools, and matches with other orders, of which nothing is
told but the caller's side. The fills of an order add up to its \`filledA\` and \`receivedB\`. With a filter that matches few transactions, a page can be short or empty: continue while
\`nextCursor\` is not null.`,
  input: Fields({
    jetton0: Type.Optional(Address('Only fills of this token for `jetton1`, in either direction.')),
    jetton1: Type.Optional(Address('Only fills of this token for `jetton0`, in either direction.', USDT)),
    order: Type.Optional(Text('Only fills of this order: its orderId or number.', TRANSACTION)),
    from: TimeFilter(
      'Only fills at or after this time: ISO 8601 with a time zone, or Unix seconds.',
      '2026-11-01T00:00:00Z',
    ),
    to: TimeFilter('Only fills before this time.', '2026-12-01T00:00:00Z'),
    ...PageQuery,
    format: Type.Optional(Word('`csv` or `ndjson`: download all matching fills as one file.', 'csv', 'ndjson')),
  }),
  output: PageOf('fills', FillRecord),
  exported: FillRecord,
  refusals: ['not_found order'],
  weight: 2,
});
