// Portfolio: total value of an account and its holdings, most valuable first.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { AT, QuoteQuery } from './market-data.ts';
import { LPPosition, Whose } from './positions.ts';
import { Count, Flag, Maybe, Moment, Num, PageOf, TokenRecord, Word } from './records.ts';

const Price = (what: string) => Maybe(`Price of ${what} in the quote token; or null.`, 2.5);

const Total = (what: string, count: number, worth: number) =>
  Type.Object(
    {
      count: Count('Number of holdings.', count),
      unpriced: Count('Holdings without a full price, left out of `worth`.', 0),
      worth: Maybe('Value of the others in the quote token; null if none has a price.', worth),
    },
    { description: what },
  );

const HeldToken = Type.Object({
  ...TokenRecord.properties,
  balance: Num('Balance in whole tokens.', 1000),
  inOrders: Num('What open orders hold, beside the balance.', 0),
  price: Price('one'),
  worth: Maybe('balance · price, truncated; null without a price.', 2500),
});

const HeldPosition = Type.Object({
  ...LPPosition.properties,
  sharePercentage: Num('Share of the pool in percent, 18 digits.', 0.005),
  price0: Price('one jetton0'),
  price1: Price('one jetton1'),
  worth: Maybe('Value of `returns0` and `returns1`, each truncated; null if one has no price.', 450),
});

const History = Type.Object(
  {
    points: Type.Array(
      Type.Object({
        at: Moment('A multiple of the step (UTC); `asOf` for the last.'),
        worth: Maybe('Value of what was held, at the prices of then.', 2900),
        unpriced: Count('Holdings that `worth` leaves out.', 0),
      }),
      { description: 'Oldest first.' },
    ),
    complete: Flag(
      'False if the oldest points are missing, or the least valuable of very many holdings `unpriced`.',
      true,
    ),
  },
  { description: 'The value over time; only with `history`.' },
);

export const getPortfolio = declareQuery({
  name: 'getPortfolio',
  who: 'trader',
  counted: true,
  venue: 'ledger',
  tag: 'Accounts',
  summary: "Value of an account's holdings",
  description:
    'The total value of what the account holds as of `sequence`, and its tokens or open positions, most valuable first. Values are in `quoteToken` at the prices of\ngetMarket; totals are exact sums of truncated values.\nEach holding counts against the rate limit as one row read, or half if thousands were read shortly before. Operators may query any account.',
  input: Fields({
    ...Whose,
    list: Type.Optional(Word('The list to return. Default `tokens`.', 'tokens', 'positions')),
    history: Type.Optional(
      Word(
        'Also the value over time: `week` every 3 hours, `month` (30 days) every 12 hours, `year` every 5 days. Transactions and prices of that time count as rows read.',
        'week',
        'month',
        'year',
      ),
    ),
    ...QuoteQuery,
    ...PageQuery,
  }),
  output: Type.Object({
    ...AT,
    worth: Maybe('Value of everything that has a price; null if nothing held has one.', 2950),
    held: Type.Object(
      {
        tokens: Total('Tokens, without LP tokens, at their balances.', 3, 2500),
        positions: Total('Positions, at what withdrawing would return.', 1, 450),
        orders: Total('Open orders, at what each still holds.', 0, 0),
      },
      { description: 'Totals.' },
    ),
    complete: Flag('False if only the first 100,000 tokens and positions by address are covered.', true),
    ...Type.Partial(
      Type.Object({
        tokens: PageOf('tokens', HeldToken).properties.tokens,
        positions: PageOf('positions', HeldPosition).properties.positions,
        history: History,
      }),
    ).properties,
    nextCursor: PageOf('tokens', HeldToken).properties.nextCursor,
  }),
  refusals: ['unknown_token'],
  weight: 5,
});
