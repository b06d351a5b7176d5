// The truth about liquidity: what a position has cost, returned and earned.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Fields, Named, PageQuery, PoolQuery, TON, USDT } from './fields.ts';
import { Num, PageOf, POOL, Str, Word } from './records.ts';

const Both = <Name extends string>(name: Name, description: string, [first, second]: readonly [number, number]) =>
  ({
    [`${name}0`]: Num(`${description} Of jetton0.`, first),
    [`${name}1`]: Num(`${description} Of jetton1.`, second),
  }) as Record<`${Name}0` | `${Name}1`, ReturnType<typeof Num>>;

export const LPPosition = Type.Object({
  account: Str('Whose position.', 'local'),
  poolAddress: Str('The pool.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  lpTokens: Num('LP tokens held.', 5),
  ...Both('provided', 'All that was ever put in.', [150, 300]),
  ...Both('withdrawn', 'All that refunds have returned.', [52, 98]),
  ...Both('cost', 'What the LP tokens that are held have cost, on average.', [100, 200]),
  ...Both('returns', 'What a refund of all of them would return now.', [98, 205]),
  ...Both('fees', 'What of that is fees.', [1.2, 2.5]),
  ...Both('realisedFees', 'What of `withdrawn` were fees.', [0.5, 1.1]),
  ...Both('releasedCost', 'What the LP tokens that were refunded had cost.', [50, 100]),
  price: Type.Optional(
    Num('jetton1 for one jetton0 at the margin, without fees; absent where the pool is empty.', 2.0918),
  ),
  feesValue: Num('`fees0` and `fees1` at that price, in jetton1.', 5.010_204),
  impermanentLoss: Num(
    'In jetton1 at that price: `returns` without `fees`, less `cost`. Below zero where the price has moved.',
    -4.193_878,
  ),
  againstHolding: Num('`feesValue` + `impermanentLoss`: what providing has brought that holding had not.', 0.816_326),
  sequence: Type.Integer({ description: 'The journal position that it is as of.', examples: [42] }),
});

export const Whose = { account: Type.Optional(Address("Another's account, for operators.", 'shop-42')) };

const MEANING = `\`returns\` is what refundLiquidity would return; of it, \`fees\` is what the pool's swaps have left to its
providers since the LP tokens were bought, never overstated. The rest is what the same liquidity would hold without fees.
A refund takes the same part of everything that was put in.`;

export const getLPPosition = declareCall({
  name: 'getLPPosition',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Liquidity',
  summary: 'What a position has cost, returned and earned',
  description: `${MEANING} Without a position: zeros.`,
  input: Fields({ ...PoolQuery, ...Whose }),
  output: LPPosition,
  counted: true,
  refusals: ['unknown_pool'],
});

export const getLPPositions = declareCall({
  name: 'getLPPositions',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Liquidity',
  summary: 'Every position of an account, also those that were refunded',
  description: `${MEANING} By pool, a page at a time; or those in the pools named by \`pool\`, all on one page, in their order and also
where they are zeros. With \`state\`, a page may be short although more follows: \`nextCursor\` says so.`,
  input: Fields({
    ...Whose,
    pool: Type.Optional(
      Named(
        'Only the position in this pool, left out where there is no such pool; without `state`, `cursor` and `limit`.',
        POOL,
      ),
    ),
    state: Type.Optional(
      Word('`open`: only those that hold LP tokens; `closed`: only those that were refunded whole.', 'open', 'closed'),
    ),
    ...PageQuery,
  }),
  output: PageOf('positions', LPPosition),
  counted: true,
});
