// A portfolio: what all that an account holds comes to, and its holdings, the dearest first.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { AT } from './market-data.ts';
import { LPPosition, Whose } from './positions.ts';
import { Maybe, Num, PageOf, TokenRecord, Word } from './records.ts';

const Price = (what: string) =>
  Maybe(`Of ${what} in the quote token, as in getMarket; null where no path leads to it.`, 2.5);

const Total = (what: string, count: number, worth: number) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'How many there are.', examples: [count] }),
      unpriced: Type.Integer({
        description: 'How many of them have no price, or not all of them has: they are left out of `worth`.',
        examples: [0],
      }),
      worth: Maybe(
        'What the others are worth together, in the quote token; null where none of them has a price, or there is no quote token.',
        worth,
      ),
    },
    { description: what },
  );

const HeldToken = Type.Object({
  ...TokenRecord.properties,
  balance: Num('Balance in whole tokens.', 1000),
  price: Price('one'),
  worth: Maybe('balance · price, cut at the decimals of the quote token; null where it has no price.', 2500),
});

const HeldPosition = Type.Object({
  ...LPPosition.properties,
  sharePercentage: Num('Share of the pool in percent, 0 to 100, cut after 18 digits.', 0.005),
  price0: Price('one jetton0'),
  price1: Price('one jetton1'),
  worth: Maybe(
    '`returns0` and `returns1` at these prices, each cut at the decimals of the quote token; null where one of the two has no price.',
    450,
  ),
});

export const getPortfolio = declareCall({
  name: 'getPortfolio',
  method: 'GET',
  who: 'trader',
  changes: false,
  counted: true,
  tag: 'Accounts',
  summary: 'What all that an account holds is worth',
  description: `Totals of everything that the account holds as of \`sequence\`, and its tokens or its open positions, the dearest first and those
without a price last. Worth is told in \`quoteToken\` at the prices of getMarket: each holding's is cut at the decimals of that token, and the
totals are the exact sums of these. Operators may name any account. Each position says by its own \`sequence\` as of when it is. The next page
begins after the place of the last item in the order of its moment: one whose worth passes that place between two pages may be shown twice or
not at all, every other once. Each holding counts as a row looked at, or half a row where thousands were
read shortly before.`,
  input: Fields({
    ...Whose,
    list: Type.Optional(Word('What to list beside the totals. Default `tokens`.', 'tokens', 'positions')),
    ...PageQuery,
  }),
  output: Type.Object({
    ...AT,
    worth: Maybe(
      'Tokens and positions together, those without a price left out; null where something is held and nothing of it has a price, or there is no quote token.',
      2950,
    ),
    held: Type.Object(
      {
        tokens: Total('Balances of tokens, LP tokens left out.', 3, 2500),
        positions: Total('Positions in pools, as what a refund of each would return.', 1, 450),
      },
      { description: 'The totals.' },
    ),
    complete: Type.Boolean({
      description:
        'False where the account holds more than 100,000 tokens and positions: the totals and lists are then those of the first 100,000 by address.',
      examples: [true],
    }),
    ...Type.Partial(
      Type.Object({
        tokens: PageOf('tokens', HeldToken).properties.tokens,
        positions: PageOf('positions', HeldPosition).properties.positions,
      }),
    ).properties,
    nextCursor: PageOf('tokens', HeldToken).properties.nextCursor,
  }),
  weight: 5,
});
