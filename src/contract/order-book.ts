// A pool as an order book.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Decimal, Fields, PoolQuery } from './fields.ts';
import { Count, Exact, Moment, Word } from './records.ts';

export const DEFAULT_LEVELS = 20;
export const [LEAST_STEP, MOST_STEP] = ['0.000001', '0.1'];
export const DEFAULT_STEP = 0.001;

const Levels = (description: string, price: string, amount: string) =>
  Type.Array(Type.Array(Exact('The price, then the amount.', price), { minItems: 2, maxItems: 2 }), {
    description,
    examples: [[[price, amount]]],
  });

export const getOrderBook = declareQuery({
  name: 'getOrderBook',
  who: 'anyone',
  tag: 'Market',
  summary: 'A pool as an order book',
  description: `Returns what the pool of two tokens buys and sells at which price, as levels of \`[price, amount]\`, best first, all from one state of the pool.
Prices are jetton1 for one jetton0, after fees; amounts are jetton0. A level is the amount that moves the marginal price by \`step\`, and its price that of its last unit,
rounded against who trades: the first n amounts together are traded by createSwap with \`route: "direct"\` at the price of level n or better, within the price impact limit.
Orders that wait are private and not in it, and a route through several pools may pay more (\`getQuote\`). A side ends where the pool has no more, and an empty pool has no levels. Tokens whose
units are coarse have fewer levels.`,
  input: Fields({
    ...PoolQuery,
    levels: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-9][0-9]|100)$',
        title: 'a whole number from 1 to 100',
        description: `The most levels of each side, 1 to 100. Default ${DEFAULT_LEVELS}.`,
        examples: ['20'],
      }),
    ),
    step: Type.Optional(
      Decimal(
        `How far the marginal price moves from one level to the next, as a fraction from ${LEAST_STEP} to ${MOST_STEP}. Default ${DEFAULT_STEP}.`,
        DEFAULT_STEP,
      ),
    ),
  }),
  output: Type.Object({
    sequence: Count('Journal sequence of the book.', 42),
    asOf: Moment('When it was read (ISO 8601). The answer is repeated until something changes.'),
    source: Word('Where the levels come from: the pool alone.', 'pool'),
    bids: Levels('What the pool pays for jetton0, highest price first.', '2.49001374000625557', '1002.254885315'),
    asks: Levels('What the pool takes for jetton0, lowest price first.', '2.51002631012906151', '998.750624709'),
  }),
  refusals: ['unknown_pool', 'token_paused', 'pool_paused'],
  weight: 2,
});
