// GET /getLPPosition, GET /getLPPositions
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/positions.ts';
import { type Account, ZERO } from '../../../core/amount.ts';
import { againstHolding, type PositionSide, type PositionWorth } from '../../../core/market/position.ts';
import { priceOf } from '../../../core/market/price.ts';
import type { TokenPair } from '../../../core/pool.ts';
import type { Page } from '../../../ports/page.ts';
import type { PositionFound } from '../../../ports/portfolio.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { addressesOf, readNamed, readOwner, readPage, readPair } from '../../fields/read-fields.ts';
import { lp, price, whole } from '../../fields/records.ts';

export const getLPPosition = questionOf(declared.getLPPosition, async ({ venue, market, input, caller }) => {
  const pair = await readPair(venue, ['jetton0', input.jetton0], ['jetton1', input.jetton1]);
  const account = readOwner(input, caller);
  return positionRecord(account, await market.position({ ...addressesOf(pair), account }), pair);
});

export const getLPPositions = questionOf(declared.getLPPositions, async (context) => {
  const { venue, input, caller } = context;
  const account = readOwner(input, caller);
  const { items, nextCursor } =
    input.pool === undefined ? await listed(context, account) : await named(context, account);
  const positions = items.map(async (found) =>
    positionRecord(account, found, await venue.pair(found.token0, found.token1)),
  );
  return { positions: await Promise.all(positions), nextCursor };
});

type PositionsContext = CallContext<InputOf<typeof declared.getLPPositions>>;

async function listed({ market, input, charge }: PositionsContext, account: Account): Promise<Page<PositionFound>> {
  const { state } = input;
  const page = readPage(input);
  if (state === undefined) return market.positions({ ...page, account });
  charge.check();
  const found = await market.positions({ ...page, account, state });
  charge.rows(found.lookedAt - page.limit);
  return found;
}

async function named({ market, input }: PositionsContext, account: Account): Promise<Page<PositionFound>> {
  const { account: _, pool = [], ...others } = input;
  return { items: await market.positionsIn({ account, pools: readNamed(pool, others, 'pool') }), nextCursor: null };
}

/** The position with its amounts in the order of `pair`, which may differ from the pool's. */
export function positionRecord(account: Account, found: PositionFound, { tokenA, tokenB }: TokenPair) {
  const { pool, token0, record, worth, sequence } = found;
  const isInverse = tokenA.address !== token0;
  const both = <Name extends string>(name: Name, of0: bigint, of1: bigint) => {
    const [first, second] = isInverse ? [of1, of0] : [of0, of1];
    const named = { [`${name}0`]: whole(first, tokenA), [`${name}1`]: whole(second, tokenB) };
    return named as Record<`${Name}0` | `${Name}1`, ReturnType<typeof whole>>;
  };
  const { side0, side1, price: spot } = worth ?? NOTHING;
  const toldPrice = isInverse ? { numerator: spot.denominator, denominator: spot.numerator } : spot;
  const [first, second] = isInverse ? [side1, side0] : [side0, side1];
  const compared = againstHolding(first, second, toldPrice);
  return {
    account,
    poolAddress: pool,
    jetton0: tokenA.address,
    symbol0: tokenA.symbol,
    jetton1: tokenB.address,
    symbol1: tokenB.symbol,
    lpTokens: lp(record.lpTokens),
    ...both('provided', record.in0, record.in1),
    ...both('withdrawn', record.withdrawn0, record.withdrawn1),
    ...both('cost', record.cost0, record.cost1),
    ...both('returns', side0.now, side1.now),
    ...both('fees', side0.fees, side1.fees),
    ...both('realisedFees', record.realisedFees0, record.realisedFees1),
    ...both('releasedCost', record.released0, record.released1),
    ...(worth && { price: price(priceOf(toldPrice, tokenA.decimals, tokenB.decimals)) }),
    feesValue: whole(compared.fees, tokenB),
    impermanentLoss: whole(compared.impermanentLoss, tokenB),
    againstHolding: whole(compared.againstHolding, tokenB),
    sequence,
  };
}

const NO_SIDE: PositionSide = { cost: 0n, now: ZERO, fees: ZERO };
const NOTHING: PositionWorth = { side0: NO_SIDE, side1: NO_SIDE, price: { numerator: 1n, denominator: 1n } };
