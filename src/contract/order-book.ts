// A pool as an order book.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Decimal, Digits, Fields, PoolQuery } from './fields.ts';
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
  description:
    'What the pool of two tokens buys and sells at which price, as levels `[price, amount]`, best first, from one state of the pool. Prices are jetton1 for one jetton0, after\nfees; amounts are jetton0. createSwap with `route: "direct"` trades the first n amounts together at the price of level n or better, within the price impact limit. Waiting\norders are private and not in it.',
  input: Fields({
    ...PoolQuery,
    levels: Type.Optional(Digits(`The most levels of each side, 1 to 100. Default ${DEFAULT_LEVELS}.`, 20, [1, 100])),
    step: Type.Optional(
      Decimal(
        `Price step between levels, as a fraction from ${LEAST_STEP} to ${MOST_STEP}. Default ${DEFAULT_STEP}.`,
        DEFAULT_STEP,
      ),
    ),
  }),
  output: Type.Object({
    sequence: Count('Journal sequence of the book.', 42),
    asOf: Moment('When it was read.'),
    source: Word('Source of the levels.', 'pool'),
    bids: Levels('What the pool pays for jetton0, highest price first.', '2.49001374000625557', '1002.254885315'),
    asks: Levels('What the pool takes for jetton0, lowest price first.', '2.51002631012906151', '998.750624709'),
  }),
  refusals: ['unknown_pool', 'token_paused', 'pool_paused'],
  weight: 2,
});
