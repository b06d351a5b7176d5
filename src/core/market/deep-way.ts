// Finds the deepest way (path of pools) between two tokens, and whether a pool is thin compared with it.
import type { QuotePrice } from './quote-prices.ts';

type Step<Pool> = QuotePrice<Pool>['path'][number];

/** A pool is thin if its depth is less than 1/10 of that of the shallowest pool of the way. */
const THIN_PARTS = 10n;

/**
 * The way from one token to another: along the paths that price both in the quote token, without the pools that these paths share.
 * It is the way whose shallowest pool is deeper than that of every other. Undefined if one of the tokens has no price.
 */
export function wayBetween<Pool>(
  from: QuotePrice<Pool> | undefined,
  to: QuotePrice<Pool> | undefined,
): readonly Step<Pool>[] | undefined {
  if (!from || !to) return undefined;
  let [here, there] = [from.path.length, to.path.length];
  // Both paths end at the quote token: the pools at the end that they share are not part of the way.
  while (here > 0 && there > 0 && from.path[here - 1]?.pool === to.path[there - 1]?.pool) {
    here -= 1;
    there -= 1;
  }
  const back = to.path.slice(0, there).toReversed();
  return [...from.path.slice(0, here), ...back.map(({ pool, ofToken0 }) => ({ pool, ofToken0: !ofToken0 }))];
}

/** A pool's depth is the value of the less valuable of its two reserves; `way` has the depths of a way's pools. False for an empty way. */
export function isThinComparedWith(depth: bigint, way: readonly bigint[]): boolean {
  const shallowest = way.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  );
  return shallowest !== undefined && depth * THIN_PARTS < shallowest;
}
