// Random orders: limits near what the pools pay, fills and closings of existing orders, and some that do not fit.
import { type Account, type Amount, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Fraction } from '../../src/core/curves/curve.ts';
import { heightsOf, spotOf } from '../../src/core/market/figures.ts';
import type { PoolState } from '../../src/core/maths/liquidity.ts';
import { type Link, linkOf, liquidityOf } from '../../src/core/orders/link.ts';
import { Ways } from '../../src/core/orders/reference.ts';
import type { Evidence, Trigger } from '../../src/core/orders/trigger.ts';
import { type RouteHop, WHOLE_SHARE } from '../../src/core/route/shape.ts';
import { linksBetween } from '../links.ts';
import type { Draw, Pair } from './draw.ts';
import type { Of } from './model.ts';
import { type ModelOrder, paymentFor, poolsCompared } from './model-orders.ts';
import { tradeOf } from './model-route.ts';

/** So that no answer depends on the clock, orders expire in the past or never, and only the first part of a schedule is due. */
const EXPIRIES = { past: 1, never: 8e15 };
const EVERY_MS = 1e14;

export function placeOrder(draw: Draw): Of<'placeOrder'> {
  const { random, model } = draw;
  const { of } = anyOrder(draw, ({ left, asked }) => left > 0n && asked > 0n);
  if (of && random.chance(40)) return counterOrder(draw, of);
  const { tokenA, tokenB } = draw.pair();
  const account = draw.holder(tokenA);
  const depth = model.pool({ tokenA, tokenB })?.reserve(tokenA) ?? 0n;
  const held = model.balance(account, tokenA);
  const amountA = draw.near(random.chance(70) ? least(held, depth) / 3n : held, 1n);
  const paid = receivedFor(draw, { tokenA, tokenB }, amountA);
  const limits = {
    easy: () => most((paid * BigInt(1 + random.below(100))) / 100n, 1000n),
    edge: () => draw.near(paid),
    least: () => BigInt(999 + random.below(3)),
    none: () => 0n,
  };
  const minReceived = limits[random.weighted({ easy: 70, edge: 15, least: 10, none: 10 })]() as Amount;
  const order = {
    kind: 'placeOrder' as const,
    account,
    tokenA,
    tokenB,
    amountA,
    minReceived,
    inParts: random.chance(65),
    expiresAtMs: EXPIRIES[random.weighted({ past: 3, never: 97 })],
    ...draw.maybe(minReceived === 0n ? 80 : 20, () => ({
      schedule: { times: random.pick([1, 2, 3, 7, 1000, 1001]), everyMs: EVERY_MS },
    })),
    ...draw.maybe(20, () => ({ trigger: triggerNear(draw, { tokenA, tokenB }, amountA) })),
    ...draw.maybe(25, () => ({ keyId: random.pick(['3f2a9c0d1e4b5a67', '0123456789abcdef']) })),
    ...draw.maybe(25, () => ({ clientId: random.pick(['bid', 'ask']) })),
    // Without a clock there is no average, so guarded orders are never filled.
    ...draw.maybe(90, () => ({ maxSlippagePpm: ppm(1_000_000n) })),
  };
  const isLimit = !('schedule' in order) && !('trigger' in order);
  if (!isLimit) return order;
  const exact = draw.maybe(40, () => ({ isPurchase: true as const }));
  return {
    ...order,
    ...exact,
    ...draw.maybe(30, () => ({ placedAs: random.pick(['postOnly', 'immediate'] as const) })),
  };
}

/** A trigger near the current price. */
function triggerNear(draw: Draw, pair: Pair, units: bigint): Trigger {
  const when = draw.random.pick(['below', 'above'] as const);
  const price = averageNow(draw, pair, when, units)?.average ?? { numerator: 1n, denominator: 1n };
  const numerator = draw.random.chance(50) ? price.numerator : draw.near(price.numerator >> 150n, 1n) << 150n;
  return { when, price: { ...price, numerator: numerator < 1n ? 1n : numerator }, overMs: 0 };
}

/** The current price by the core's own functions; the audit computes it in another way. */
function averageNow({ model }: Draw, { tokenA, tokenB }: Pair, when: Trigger['when'], units: bigint) {
  const between = (sold: string, bought: string): Link | undefined => {
    const pair = { tokenA: sold, tokenB: bought };
    const pool = model.pool(pair);
    if (!pool || pool.reserve(sold) === 0n || model.pauseOf(pair) !== undefined) return undefined;
    const { amplification = null, decimals } = pool.shape;
    const shape = {
      curve: amplification === null ? ('constant-product' as const) : ('stable' as const),
      amplification,
    };
    const [token0, token1] = [sold, bought].sort() as [string, string];
    const held = { reserve0: pool.reserve(token0), reserve1: pool.reserve(token1) } as PoolState;
    const [decimals0, decimals1] = [decimals.get(token0) ?? 0, decimals.get(token1) ?? 0];
    const { height0, height1 } = heightsOf(spotOf(held, { ...shape, decimals0, decimals1 }) as Fraction);
    const liquidity = liquidityOf(held.reserve0, held.reserve1);
    const { lp: lpFeePpm, protocol: protocolFeePpm } = pool.rates;
    return linkOf(sold === token0 ? height0 : height1, liquidity, { lpFeePpm, protocolFeePpm });
  };
  const links = linksBetween(between, (token) =>
    [...model.tokens.keys()].filter((other): other is TokenAddress => other !== token),
  );
  if (when === 'below') return new Ways({ tokenA, tokenB }, links).bestFor(units);
  const way = new Ways({ tokenA: tokenB, tokenB: tokenA }, links).cheapestFor(units);
  if (!way) return undefined;
  const { numerator, denominator } = way.average;
  return { average: { numerator: denominator, denominator: numerator }, via: way.via.toReversed() };
}

/** True if there is a stop to trigger. */
export const hasStops = ({ model }: Draw): boolean =>
  [...model.orders.values()].some(({ left, isWaiting }) => left > 0n && isWaiting);

export function triggerOrder(draw: Draw): Of<'triggerOrder'> {
  const { order, of } = anyOrder(draw, ({ left, isWaiting }) => (left > 0n && isWaiting) || draw.random.chance(3));
  const way = named(draw, of);
  return { kind: 'triggerOrder', order, ...way, evidence: evidenceNow(draw, way, of) };
}

/** Evidence for the trigger of a stop, mostly true. */
function evidenceNow(draw: Draw, way: Pair, of: ModelOrder | undefined): Evidence {
  const now = averageNow(draw, way, of?.trigger?.when ?? 'below', of?.left ?? 1n);
  const toMs = Date.now() + (draw.random.chance(3) ? 1e9 : 0);
  return {
    average: now?.average ?? { numerator: 1n, denominator: 1n },
    fromMs: draw.random.chance(97) ? toMs : toMs - 1000,
    toMs,
    // Without an average, `asOf` has the command refused: the audit would notice an invented average.
    asOf: draw.model.sequence() + (!now || draw.random.chance(3) ? 1000 : 0),
    via: now?.via ?? [],
  };
}

/** Evidence that a stop's trigger still holds, which its fills need. */
const stillTriggered = (draw: Draw, way: Pair, of: ModelOrder | undefined): { readonly trigger?: Evidence } =>
  of?.trigger ? { trigger: evidenceNow(draw, way, of) } : {};

/** An order that may match an existing one: its limit is near that order's, or near the pools' price. */
function counterOrder(draw: Draw, { tokenA: sold, tokenB: bought, total, asked, left }: ModelOrder) {
  const { random } = draw;
  const [tokenA, tokenB] = [bought as TokenAddress, sold as TokenAddress];
  const byPools = random.chance(60) ? receivedFor(draw, { tokenA: tokenB, tokenB: tokenA }, left) : 0n;
  const amountA = draw.near((byPools || (left * asked) / total) + 1n, 1n);
  const worth = byPools > 0n ? (amountA * left) / byPools : (amountA * total) / asked;
  return {
    kind: 'placeOrder' as const,
    account: draw.holder(tokenA),
    ...{ tokenA, tokenB, amountA },
    minReceived: (random.chance(80)
      ? most((worth * BigInt(1 + random.below(100))) / 100n, 1000n)
      : draw.near(worth)) as Amount,
    inParts: random.chance(80),
    expiresAtMs: EXPIRIES.never,
    ...draw.maybe(40, () => ({ isPurchase: true as const })),
  };
}

/** True if there is an order to fill, close or match. */
export const hasOrders = ({ model }: Draw): boolean => [...model.orders.values()].some(({ left }) => left > 0n);

export function fillOrder(draw: Draw): Of<'fillOrder'> {
  const { random, model } = draw;
  const { order, of } = anyOrder(draw, ({ left, tokenA, tokenB }) => {
    const hasPool = model.pool({ tokenA, tokenB }) !== undefined && model.pauseOf({ tokenA, tokenB }) === undefined;
    return left > 0n && (hasPool || random.chance(5));
  });
  if (of?.isPurchase) return fillPurchase(draw, order, of);
  const due = of ? of.due - (of.total - of.left) : 1n;
  const sizes = {
    all: () => due,
    some: () => draw.near(due, 1n),
    least: () => (of?.total ?? 0n) / 1000n + BigInt(random.below(2)),
    allButLeast: () => due - (of?.total ?? 0n) / 1000n - BigInt(random.below(2)),
  };
  const size = sizes[random.weighted({ all: 40, some: 40, least: 8, allButLeast: 8 })]();
  const way = named(draw, of);
  const sold = (size < 1n ? 1n : size) as Amount;
  const route = draw.maybe(25, () => over(draw, way));
  const { amountA, ...returned } = draw.random.chance(25)
    ? sparing(draw, { ...way, ...route }, sold)
    : { amountA: sold };
  return {
    kind: 'fillOrder',
    order,
    ...way,
    amountA,
    ...returned,
    left: random.chance(95) ? ((of?.left ?? 0n) as Amount) : draw.near(of?.left ?? 0n),
    ...stillTriggered(draw, way, of),
    ...route,
    ...draw.maybe(20, () => ({ expected: draw.near(receivedFor(draw, way, amountA)) })),
  };
}

/** A part of what an order for an exact amount lacks, mostly for what it costs. */
function fillPurchase(draw: Draw, order: number, of: ModelOrder): Of<'fillOrder'> {
  const { random, model } = draw;
  const lacking = of.asked - of.received;
  const least = of.asked / 1000n + BigInt(random.below(2));
  const sizes = {
    all: () => lacking,
    some: () => draw.near(lacking, 1n),
    least: () => least,
    allButLeast: () => lacking - least,
  };
  const size = sizes[random.weighted({ all: 40, some: 40, least: 8, allButLeast: 8 })]();
  const amountB = (size < 1n ? 1n : size) as Amount;
  const way = named(draw, of);
  const route = draw.maybe(25, () => over(draw, way));
  const trade = tradeOf(model, { ...way, ...route, referred: false, exact: { out: amountB } });
  const cost = typeof trade === 'string' ? of.left : trade.paid;
  return {
    kind: 'fillOrder',
    order,
    ...way,
    amountA: (random.chance(80) ? cost : draw.near(cost, 1n)) as Amount,
    amountB,
    left: random.chance(95) ? (of.left as Amount) : draw.near(of.left),
    ...(of.lastFill !== undefined && { lastFill: of.lastFill }),
    ...route,
  };
}

/** The least that is paid as much as `units`, or nearly that, and the rest, which goes back. */
function sparing({ model, random }: Draw, way: Pair & Pick<Of<'fillOrder'>, 'route'>, units: bigint) {
  const paidFor = (sold: bigint): bigint => {
    const trade = tradeOf(model, { ...way, referred: false, exact: { in: sold as Amount } });
    return typeof trade === 'string' ? 0n : trade.received;
  };
  const paid = paidFor(units);
  let [low, high] = [0n, units];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (paidFor(middle) >= paid) high = middle;
    else low = middle;
  }
  const amountA = random.chance(80) || high <= 1n ? high : high - 1n;
  return { amountA: amountA as Amount, ...(amountA < units && { returned: (units - amountA) as Amount }) };
}

export function closeOrder(draw: Draw): Of<'closeOrder'> {
  const { order, of } = anyOrder(draw, () => true);
  const reason = draw.random.weighted({ cancelled: 90, expired: 10 });
  return { kind: 'closeOrder', order, ...named(draw, of), reason };
}

/** All open orders of an account, sometimes some that are closed or of others among them. */
export function closeOrders(draw: Draw): Of<'closeOrders'> {
  const { account } = named(draw, anyOrder(draw, ({ left }) => left > 0n).of);
  const listed = [...draw.model.orders].filter(
    ([, of]) => (of.account === account && of.left > 0n) || draw.random.chance(5),
  );
  const orders = listed.map(([order, of]) => {
    const { tokenA, tokenB } = named(draw, of);
    return { order, tokenA, tokenB };
  });
  return { kind: 'closeOrders', account, orders: orders.toReversed() };
}

/** Mostly two orders in opposite directions, the older first; sometimes any two. */
export function matchOrders(draw: Draw): Of<'matchOrders'> {
  const { random, model } = draw;
  const open = [...model.orders].filter(([, { left }]) => left > 0n);
  const pairs = open.flatMap(([one, a]) =>
    open.flatMap(([other, b]) => (one < other && a.tokenA === b.tokenB && a.tokenB === b.tokenA ? [[one, other]] : [])),
  );
  const any = () => anyOrder(draw, () => true).order;
  const [first = 0, second = 0] = (random.chance(90) ? random.pickAny(pairs) : undefined) ?? [any(), any()];
  const [maker, taker] = random.chance(95) ? [first, second] : [second, first];
  const side = (order: number) => {
    const of = model.orders.get(order);
    const { left = 0n, account = draw.account() } = of ?? {};
    const offered = {
      order,
      account: account as Account,
      left: (random.chance(97) ? left : draw.near(left)) as Amount,
    };
    const last = of?.lastFill === undefined ? {} : { lastFill: of.lastFill };
    return { ...offered, ...last, ...(of && stillTriggered(draw, named(draw, of), of)) };
  };
  const [older, newer] = [model.orders.get(maker), model.orders.get(taker)];
  const { tokenA, tokenB } = named(draw, older);
  // The amount that fills one of the two, at the older one's limit or the pools' price, or an amount near it.
  const ofOlder = older?.left ?? 1n;
  const [paid, per] =
    older && random.chance(50)
      ? [receivedFor(draw, { tokenA, tokenB }, ofOlder), ofOlder]
      : [older?.asked ?? 0n, older?.total ?? 0n];
  const ofNewer = newer && paid > 0n ? (newer.left * per) / paid : ofOlder;
  const size = random.chance(60) ? least(ofOlder, ofNewer) : draw.near(least(ofOlder, ofNewer), 1n);
  const amountA = (size < 1n ? 1n : size) as Amount;
  const routes = draw.maybe(30, () => ({
    pools: {
      ...namedAs('sold', over(draw, { tokenA, tokenB })),
      ...namedAs('bought', over(draw, { tokenA: tokenB, tokenB: tokenA })),
    },
  }));
  const command = {
    ...{ kind: 'matchOrders' as const, tokenA, tokenB, maker: side(maker), taker: side(taker), amountA, ...routes },
  };
  const exact = older?.isPurchase && newer && random.chance(80) ? exactly(draw, command, older, newer) : undefined;
  return { ...command, ...exact };
}

/** What an older order for an exact amount lacks, or what the newer one gives, and mostly its payment for that. */
function exactly(draw: Draw, command: Of<'matchOrders'>, older: ModelOrder, newer: ModelOrder) {
  const { random, model } = draw;
  const size = least(older.asked - older.received, newer.left);
  const amountB = random.chance(70) ? size : draw.near(size, 1n);
  const compared = poolsCompared(model, command);
  const pool = model.pool(command);
  const feePpm = pool && pool.feesGoTo !== null ? model.policy.matchFee : 0n;
  const paid = amountB > 0n ? paymentFor(amountB, { older, newer, feePpm, ratio: compared?.ratio }) : undefined;
  if (paid === undefined || paid < 1n) return undefined;
  return { amountA: (random.chance(90) ? paid : paid + 1n) as Amount, amountB: amountB as Amount };
}

const namedAs = (name: 'sold' | 'bought', { route }: ReturnType<typeof over>) => (route ? { [name]: route } : {});

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** One of the wanted orders; sometimes a number that belongs to no order. */
function anyOrder({ random, model }: Draw, isWanted: (order: ModelOrder) => boolean) {
  const orders = [...model.orders].filter(([, order]) => isWanted(order));
  const [order, of] = (random.chance(95) ? random.pickAny(orders) : undefined) ?? [random.below(200), undefined];
  return { order, of };
}

/** The order's pair and owner; rarely another pair or owner. */
function named(draw: Draw, of: ModelOrder | undefined): Pair & { readonly account: Account } {
  const { tokenA, tokenB } = of && draw.random.chance(97) ? of : draw.pair();
  const account = of && draw.random.chance(97) ? of.account : draw.account();
  return { tokenA: tokenA as TokenAddress, tokenB: tokenB as TokenAddress, account: account as Account };
}

/** A route over a third token. */
function over({ random, model }: Draw, { tokenA, tokenB }: Pair): { readonly route?: readonly RouteHop[] } {
  const between = [...model.tokens.keys()].filter(
    (token) =>
      token !== tokenA &&
      token !== tokenB &&
      model.pool({ tokenA, tokenB: token }) &&
      model.pool({ tokenA: token, tokenB }),
  );
  const middle = random.pickAny(between) as TokenAddress | undefined;
  if (middle === undefined) return {};
  return {
    route: [
      { tokenIn: tokenA, tokenOut: middle, share: WHOLE_SHARE },
      { tokenIn: middle, tokenOut: tokenB, share: WHOLE_SHARE },
    ],
  };
}

function receivedFor({ model }: Draw, { tokenA, tokenB }: Pair, units: bigint): bigint {
  const trade = tradeOf(model, { tokenA, tokenB, referred: false, exact: { in: units } });
  return typeof trade === 'string' ? 0n : trade.received;
}
