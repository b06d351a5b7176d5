// Cost and gain of an account by rule: first in, first out.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Digits, Fields, TON, USDT } from './fields.ts';
import { QuoteQuery } from './market-data.ts';
import { Count, Maybe, Moment, Num, OrNull, POOL, Str, TokenRecord, TRANSACTION, Word } from './records.ts';

const REALISED = {
  proceeds: Num('What disposals brought.', 120.5),
  cost: Num('What the tokens given away had cost.', 100),
  gain: Num('`proceeds` minus `cost`.', 20.5),
  income: Num('Worth of fees received; not part of `gain`.', 3.2),
  count: Count('Number of lines in the file, without those of type `out`.', 7),
  thin: Count('Lines that rest on a day with less than a hundredth of the amount traded.', 0),
  unknown: Count('Lines of unknown price or cost, left out of the sums.', 1),
};

const HeldToken = Type.Object({
  ...TokenRecord.properties,
  amount: Num('Balance and what open orders hold.', 10),
  unknownAmount: Num('The part of it whose cost is unknown.', 0),
  cost: Num('Cost of the rest; of the quote token, the amount itself.', 250),
  price: Maybe('Price now; null if there is none.', 26.1),
  worth: Maybe('Worth of `amount`, rounded down; null without a price.', 261),
  unrealised: Maybe('Worth of what has a cost, minus that cost; null if either is unknown.', 11),
  realised: Type.Object(REALISED, { description: 'Realised with this token in the year.' }),
});

const HeldPosition = Type.Object({
  poolAddress: Str('Address of the pool.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  lpTokens: Num('LP tokens held.', 1.5),
  cost: Maybe('Cost of the tokens that were put in; null if part of it is unknown.', 500),
  worth: Maybe('Worth of what a withdrawal would return; null without a price.', 510),
  unrealised: Maybe('`worth` minus `cost`.', 10),
});

const Amount = (description: string, example: number) => Maybe(`${description} Empty if it is unknown.`, example);

/** A line of the file. */
const GainRecord = Type.Object({
  time: Str('When it was committed, in UTC, as spreadsheets read it.', '2026-11-15 12:00:00'),
  sequence: Count('Position in the journal.', 42),
  transactionId: Str('Identifier of the transaction (UUIDv7).', TRANSACTION),
  kind: Word(
    'What happened, as in getActivity.',
    ...(['swap', 'matchOrders', 'provide', 'refund', 'referral', 'collectFees', 'withdraw', 'transfer'] as const),
  ),
  type: Word(
    '`disposal`: given away for something. `surplus`, `loss`: a withdrawal of liquidity returned more, or less, than was put in. `income`: fees received. `out`: withdrawn or sent, with its cost.',
    ...(['disposal', 'surplus', 'loss', 'income', 'out'] as const),
  ),
  token: Str('The token given away or received.', TON),
  symbol: Str('Its symbol.', 'TON'),
  amount: Num('Amount of it.', 10),
  quote: Str('Symbol of the token of the next three figures.', 'USDT'),
  proceeds: Amount('What it brought, or was worth.', 120.5),
  cost: Amount('What it had cost.', 100),
  gain: Amount('`proceeds` minus `cost`; none for `income` and `out`.', 20.5),
  acquiredFirst: OrNull(Type.String(), 'Day on which the first of it was acquired (UTC).', '2026-01-31'),
  acquiredLast: OrNull(Type.String(), 'Day on which the last of it was acquired (UTC).', '2026-03-01'),
  marks: Str('How figures were found, in words separated by spaces; empty if all are exact.', 'cost-deposit'),
});

export const getGains = declareQuery({
  name: 'getGains',
  who: 'trader',
  counted: true,
  venue: 'ledger',
  tag: 'Accounts',
  summary: 'Cost and gain of an account',
  description:
    'What an account holds at cost, and what it has gained, first in first out, in the quote token. A swap against the quote token counts its exact\namounts, any other amount the average price of its UTC day. What has no price is unknown: counted, and never zero. The rules: docs/interface.md#gains.\nAfter reading more than 10,000 transactions, an account waits a minute for its next report.',
  input: Fields({
    year: Type.Optional(Digits('Only gains of this year (UTC).', 2026, [1000, 9999], 'a year such as 2026')),
    ...QuoteQuery,
    account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
    format: Type.Optional(Word('Download every line of the year as one file.', 'csv', 'ndjson')),
    bom: Type.Optional(Word('`true`: begin the CSV file with a byte order mark.', 'true')),
  }),
  output: Type.Object({
    quoteToken: { ...TokenRecord, description: 'The token of all figures.' },
    sequence: Count('Sequence of the last transaction included.', 42),
    asOf: Moment('When the figures were computed.'),
    year: OrNull(Type.Integer(), 'The year of what was realised; null for all years.', 2026),
    realised: Type.Object(REALISED, { description: 'What was realised in the year.' }),
    held: Type.Object(
      {
        cost: Num('Cost of what is held, as far as it is known.', 900),
        unrealised: Maybe('Sum of those known; null if none is.', 45.1),
        unknown: Count('Tokens and positions left out, wholly or in part.', 0),
      },
      { description: 'What is held now.' },
    ),
    tokens: Type.Array(HeldToken, { description: 'Tokens held now or realised in the year, sorted by address.' }),
    positions: Type.Array(HeldPosition, { description: 'Positions held now, sorted by pool.' }),
  }),
  exported: GainRecord,
  refusals: ['unknown_token', 'too_many transactions'],
  weight: 5,
});
