// Recomputes which way (path of pools) between two tokens is the reference for an amount, by other means than the core: all ways are
// compared in integers with the one that the evidence names.

/** A pool in the direction of a trade: the average price of the sold token (in units of 2^-192), reserves (2^-64), fees in millionths. */
export type ReferencePool = {
  readonly price: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly lpFee: bigint;
  readonly protocolFee: bigint;
};
export type WayBy = { readonly via: readonly string[]; readonly steps: readonly ReferencePool[] };
/** The single pool that trades like a way: its price, the product of its reserves, and its reserves in units of 2^-64. */
export type Single = { readonly price: bigint; readonly depth: bigint; readonly a: bigint; readonly b: bigint };

const MILLION = 1_000_000n;

export const stepOf = (
  price: bigint,
  liquidity: bigint,
  fees: { lpFee: bigint; protocolFee: bigint },
): ReferencePool => {
  const root = rootDown(price);
  return { price, a: root === 0n ? 0n : (liquidity * 2n ** 128n) / root, b: (liquidity * root) / 2n ** 64n, ...fees };
};

/** Joins the pools one by one: two in a row hold a·a₂/(b + a₂) and b·b₂/(b + a₂). */
export function singleOf({ steps }: WayBy): Single {
  let [a, b, under, price] = [0n, 0n, 1n, 1n];
  for (const [at, step] of steps.entries()) {
    // Both reserves are divided by `under` at the end.
    const sum = b + step.a * under;
    [a, b, under] = at === 0 ? [step.a, step.b, 1n] : [a * step.a, b * step.b, sum];
    price = at === 0 ? step.price : price * step.price;
  }
  price /= 2n ** (192n * BigInt(steps.length - 1));
  if (a === 0n || b === 0n || price === 0n) return { price, depth: 0n, a: 0n, b: 0n };
  [a, b] = [a / under, b / under];
  return { price, depth: (a * b) / 2n ** 128n, a, b };
}

/** True if a hundredth of the reserve, or ten units of the coarsest token, passes both ways and loses at most a tenth to rounding. */
export function isUsable(way: WayBy): boolean {
  const { a, b, depth } = singleOf(way);
  if (depth === 0n || way.steps.some(({ lpFee, protocolFee }) => lpFee >= MILLION || protocolFee >= MILLION))
    return false;
  let [least, held] = [a, a];
  for (const { price } of way.steps) {
    held = (held * price) / 2n ** 192n;
    if (held < least) least = held;
  }
  const there = way.steps.map((step) => [step.a, step.b] as const);
  const back = there.map(([one, other]) => [other, one] as const).reverse();
  return isPassed(a, b, least, there) && isPassed(b, a, least, back);
}

function isPassed(a: bigint, b: bigint, least: bigint, pools: readonly (readonly [bigint, bigint])[]): boolean {
  const tens = least === 0n ? 0n : (10n * 2n ** 64n * a) / least;
  const units = (a / 100n > tens ? a / 100n : tens) / 2n ** 64n;
  let rest = units;
  for (const [ofIn, ofOut] of pools) rest = (ofOut * rest) / (ofIn + rest * 2n ** 64n);
  return rest > 0n && rest * 10n * (a + units * 2n ** 64n) >= units * 9n * b;
}

/** True if an amount loses at most a tenth because the tokens between the two are traded in whole units. */
export function isPassedBy({ steps, ...way }: WayBy, units: bigint, isBought: boolean): boolean {
  if (steps.length === 1) return true;
  return isBought ? isBoughtThrough(steps, units) : isSoldThrough({ steps, ...way }, units);
}

function isSoldThrough(way: WayBy, units: bigint): boolean {
  const { above, below } = paidInUnits(way, units);
  const formula = paidBy(units, singleOf(way), way.steps);
  return above * 10n * formula.below >= formula.above * 9n * below;
}

/** The payment of a way over several pools, with the tokens in between in whole units. */
function paidInUnits(way: WayBy, units: bigint): { readonly above: bigint; readonly below: bigint } {
  const last = way.steps.length - 1;
  let rest = units;
  // The last step pays a fraction: above ÷ below.
  let [above, below] = [0n, 1n];
  for (const [at, { a, b, lpFee, protocolFee }] of way.steps.entries()) {
    const taken = rest * (MILLION - lpFee);
    [above, below] = [b * taken, a * MILLION + taken * 2n ** 64n];
    if (at === last) break;
    const base = above / below;
    rest = base - dividedUp(base * protocolFee, MILLION);
    if (rest <= 0n) return { above: 0n, below: 1n };
  }
  return { above: above * (MILLION - (way.steps[last] as ReferencePool).protocolFee), below: below * MILLION };
}

function isBoughtThrough(steps: readonly ReferencePool[], units: bigint): boolean {
  let [whole, exact] = [units, units * 2n ** 64n];
  for (const { a, b, lpFee, protocolFee } of [...steps].reverse()) {
    const exactly = (exact * MILLION) / (MILLION - protocolFee);
    if (exactly >= b) return true;
    const base = dividedUp(whole * MILLION, MILLION - protocolFee);
    if (base * 2n ** 64n >= b) return false;
    whole = dividedUp(a * MILLION * base, (b - base * 2n ** 64n) * (MILLION - lpFee));
    exact = (a * MILLION * exactly) / ((b - exactly) * (MILLION - lpFee));
  }
  return (whole - 1n) * 2n ** 64n * 9n <= exact * 10n;
}

const dividedUp = (above: bigint, below: bigint): bigint => (above + below - 1n) / below;

/** The payment of a way for an amount, as a fraction; `isDeep` leaves out its price impact. */
export function paidBy(
  units: bigint,
  { price, depth }: Pick<Single, 'price' | 'depth'>,
  fees: readonly Pick<ReferencePool, 'lpFee' | 'protocolFee'>[],
  isDeep = false,
): { readonly above: bigint; readonly below: bigint } {
  const { input, output, whole } = keptAfter(fees);
  const taken = units * input;
  if (isDeep) return { above: price * taken * output, below: 2n ** 192n * whole * whole };
  const reserve = reserveOf({ price, depth });
  return {
    above: price * taken * reserve * output,
    below: 2n ** 192n * (reserve * whole + taken * 2n ** 32n) * whole,
  };
}

/** In units of 2^-32. */
const reserveOf = ({ price, depth }: Pick<Single, 'price' | 'depth'>): bigint =>
  rootDown((depth * 2n ** 64n * 2n ** 192n) / price);

function keptAfter(fees: readonly Pick<ReferencePool, 'lpFee' | 'protocolFee'>[]) {
  let [input, output, whole] = [1n, 1n, 1n];
  for (const { lpFee, protocolFee } of fees)
    [input, output, whole] = [input * (MILLION - lpFee), output * (MILLION - protocolFee), whole * MILLION];
  return { input, output, whole };
}

/** How good a way is for selling an amount, or for buying one: more is better. */
function worthOf(way: WayBy, units: bigint, isBought: boolean): bigint {
  const single = singleOf(way);
  if (single.depth === 0n) return -(2n ** 600n);
  if (!isBought) {
    const { above, below } = way.steps.length === 1 ? paidBy(units, single, way.steps) : paidInUnits(way, units);
    return (above * 2n ** 192n) / below;
  }
  const { input, output, whole } = keptAfter(way.steps);
  const reserve = reserveOf(single);
  const scaled = reserve * 2n ** 192n;
  const other = (reserve * single.price) / 2n ** 192n;
  const base = (units * 2n ** 32n * whole) / output;
  const cost = 2n * base > other ? (4n * scaled * base * base) / (other * other) : (scaled * base) / (other - base);
  return -((cost * whole) / input);
}

/** A way that is usable and better than the named one, if there is one. */
export function betterThan(
  named: WayBy,
  ways: Iterable<WayBy>,
  { units, isBought }: { readonly units: bigint; readonly isBought: boolean },
): WayBy | undefined {
  const worth = worthOf(named, units, isBought);
  for (const way of ways) {
    if (way.via.join(' ') === named.via.join(' ')) continue;
    // Only a way that can be used has a worth: of others, a reserve may round to nothing.
    if (!isUsable(way) || !isPassedBy(way, units, isBought)) continue;
    const other = worthOf(way, units, isBought);
    if (other > worth || (other === worth && comesBefore(way.via, named.via))) return way;
  }
  return undefined;
}

const comesBefore = (via: readonly string[], than: readonly string[]): boolean => {
  if (via.length !== than.length) return via.length < than.length;
  for (const [at, token] of via.entries()) if (token !== than[at]) return token < (than[at] as string);
  return false;
};

/** The square root, rounded down: from an estimate in floats, corrected by Heron's method and then by single steps. */
export function rootDown(square: bigint): bigint {
  if (square < 2n) return square;
  const shift = BigInt(Math.max(0, Math.ceil((square.toString(2).length - 100) / 2)));
  let root = (BigInt(Math.ceil(Math.sqrt(Number(square >> (2n * shift))))) + 1n) << shift;
  for (let round = 0; round < 4; round++) root = (root + square / root) / 2n;
  while (root * root > square) root -= 1n;
  while ((root + 1n) * (root + 1n) <= square) root += 1n;
  return root;
}
