// The formulas of docs/interface.md, implemented a second time as plainly as they are written there.

const MILLION = 1_000_000n;

const up = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator;
/** Base units as the shortest exact decimal text. */
export const decimal = (base: bigint, decimals: number) => {
  const digits = base.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`;
  return text.replace(/\.?0*$/, '');
};

/** ⌊√value⌋ by bisection. */
export function root(value: bigint): bigint {
  let [low, high] = [0n, value + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** A swap by the formulas of the interface page, in base units. */
export function swapped(
  reserves: { in: bigint; out: bigint },
  rates: readonly bigint[],
  offered: bigint,
  referred: boolean,
) {
  const [lpFee = 0n, protocolFee = 0n, refFee = 0n] = rates;
  const inF = offered * (MILLION - lpFee);
  const base = (inF * reserves.out) / (reserves.in * MILLION + inF);
  const protocol = up(base * protocolFee, MILLION);
  const ref = referred ? up(base * refFee, MILLION) : 0n;
  return { base, protocol, ref, out: base - protocol - ref, lp: up(offered * lpFee, MILLION) };
}
