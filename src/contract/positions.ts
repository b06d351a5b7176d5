// LP positions: cost, returns and earnings.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Fields, Named, PageQuery, PoolQuery, TON, USDT } from './fields.ts';
import { Count, Num, PageOf, POOL, Str, Word } from './records.ts';

const Both = <Name extends string>(name: Name, description: string, [first, second]: readonly [number, number]) =>
  ({
    [`${name}0`]: Num(`${description} Of jetton0.`, first),
    [`${name}1`]: Num('The same of jetton1.', second),
  }) as Record<`${Name}0` | `${Name}1`, ReturnType<typeof Num>>;

export const LPPosition = Type.Object({
  account: Str('Owner of the position.', 'local'),
  poolAddress: Str('Address of the pool.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  lpTokens: Num('LP tokens held.', 5),
  ...Both('provided', 'Total ever provided.', [150, 300]),
  ...Both('withdrawn', 'Total ever withdrawn.', [52, 98]),
  ...Both('cost', 'Average cost of the LP tokens held.', [100, 200]),
  ...Both('returns', 'What withdrawing everything now would return.', [98, 205]),
  ...Both('fees', 'The part of that which is fees.', [1.2, 2.5]),
  ...Both('realisedFees', 'The part of `withdrawn` that was fees.', [0.5, 1.1]),
  ...Both('releasedCost', 'Cost of the LP tokens withdrawn.', [50, 100]),
  price: Type.Optional(Num('Price of jetton0 in jetton1, before fees; absent if the pool is empty.', 2.0918)),
  feesValue: Num('`fees0` and `fees1` at that price, in jetton1.', 5.010_204),
  impermanentLoss: Num('`returns` minus `fees` minus `cost`, in jetton1 at that price.', -4.193_878),
  againstHolding: Num('`feesValue` + `impermanentLoss`: the result compared with holding the tokens.', 0.816_326),
  sequence: Count('Journal sequence of these figures.', 42),
});

export const Whose = { account: Type.Optional(Address('Account to query; operators only.', 'shop-42')) };

export const getLPPosition = declareQuery({
  name: 'getLPPosition',
  who: 'trader',
  tag: 'Liquidity',
  summary: 'Cost, returns and earnings of a position',
  description: 'Figures as in getLPPositions. Without a position, all amounts are zero.',
  input: Fields({ ...PoolQuery, ...Whose }),
  output: LPPosition,
  counted: true,
  venue: 'ledger',
  refusals: ['unknown_pool'],
});

export const getLPPositions = declareQuery({
  name: 'getLPPositions',
  who: 'trader',
  tag: 'Liquidity',
  summary: 'List positions, including closed ones',
  description:
    '`returns` is what refundLiquidity would return; `fees` is the part of it that swaps have added, never overstated. A partial withdrawal takes the same share of everything\nprovided. Sorted by pool. With `pool`: those pools, in the given order, zeros included. With `state`, a page can be short: continue while `nextCursor` is not null.',
  input: Fields({
    ...Whose,
    pool: Type.Optional(Named('Only the position in this pool; not with `state`, `cursor` or `limit`.', POOL)),
    state: Type.Optional(Word('`open`: with LP tokens. `closed`: withdrawn in full.', 'open', 'closed')),
    ...PageQuery,
  }),
  output: PageOf('positions', LPPosition),
  counted: true,
  venue: 'ledger',
});
