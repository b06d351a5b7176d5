// Portfolio: total value of an account and its holdings, most valuable first.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { AT, QuoteQuery } from './market-data.ts';
import { LPPosition, Whose } from './positions.ts';
import { Count, Flag, Maybe, Moment, Num, PageOf, TokenRecord, Word } from './records.ts';

const Price = (what: string) =>
  Maybe(`Price of ${what} in the quote token, as in getMarket; null if no path of pools leads to it.`, 2.5);

const Total = (what: string, count: number, worth: number) =>
  Type.Object(
    {
      count: Count('Number of holdings.', count),
      unpriced: Count('Number of holdings without a full price; they are left out of `worth`.', 0),
      worth: Maybe(
        'Value of the other holdings in the quote token; null if none has a price or there is no quote token.',
        worth,
      ),
    },
    { description: what },
  );

const HeldToken = Type.Object({
  ...TokenRecord.properties,
  balance: Num('Balance in whole tokens; 0 if open orders hold all of it.', 1000),
  inOrders: Num('The amount that open orders hold, in addition to the balance. `cancelOrder` returns it.', 0),
  price: Price('one'),
  worth: Maybe(
    'Value: balance · price, truncated to the decimals of the quote token; null if there is no price.',
    2500,
  ),
});

const HeldPosition = Type.Object({
  ...LPPosition.properties,
  sharePercentage: Num('Share of the pool in percent, 0 to 100, truncated to 18 digits.', 0.005),
  price0: Price('one jetton0'),
  price1: Price('one jetton1'),
  worth: Maybe(
    'Value of `returns0` and `returns1` at these prices, each truncated to the decimals of the quote token; null if either token has no price.',
    450,
  ),
});

const History = Type.Object(
  {
    points: Type.Array(
      Type.Object({
        at: Moment('A multiple of the step since 1970 (UTC); `asOf` for the last point.'),
        worth: Maybe('Value of what was held just before, as in `worth`, at the prices of then.', 2900),
        unpriced: Count('Number of holdings that `worth` leaves out: they had no price, or `complete` is false.', 0),
      }),
      { description: 'Oldest first.' },
    ),
    complete: Flag(
      'False if the account has too many transactions (then the oldest points are missing) or holdings in too many pools (then the least valuable are `unpriced`).',
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
  description: `Returns the total value of everything the account holds as of \`sequence\`, and lists its tokens or open positions, most valuable first,
those without a price last. Values are in \`quoteToken\` at the prices of getMarket. The value of each holding is truncated to the decimals of that
token; totals are exact sums of these values. Operators may query any account. Each position has its own \`sequence\`. The next page starts after the
sort position of the last item. With \`history\`, also returns what everything was worth at up to 74 moments. An item whose value crosses that position between two requests may appear twice or not at all; every other item
appears once. Each holding counts against the rate limit as one row read, or as half a row if thousands were read shortly before.`,
  input: Fields({
    ...Whose,
    list: Type.Optional(Word('The list to return with the totals. Default `tokens`.', 'tokens', 'positions')),
    history: Type.Optional(
      Word(
        'Also return the value over time: `week` every 3 hours, `month` (30 days) every 12 hours, `year` every 5 days. Each transaction of that time and each price looked up counts as one row read.',
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
    worth: Maybe(
      'Value of tokens, positions and what open orders hold, without what has no price. Null if something is held but nothing has a price, or if there is no quote token.',
      2950,
    ),
    held: Type.Object(
      {
        tokens: Total('Tokens, without LP tokens, at their balances.', 3, 2500),
        positions: Total('Positions in pools, valued at what withdrawing each would return.', 1, 450),
        orders: Total('Open orders, valued at what each still holds.', 0, 0),
      },
      { description: 'Totals.' },
    ),
    complete: Flag(
      'False if the account holds more than 100,000 tokens and positions. Totals and lists then cover the first 100,000 by address.',
      true,
    ),
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
