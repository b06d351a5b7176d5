// The deepest way between two tokens, and which pool is thin beside it.
import type { Quoted } from './quote-prices.ts';

type Step<Pool> = Quoted<Pool>['path'][number];

/** A pool is thin that holds less than one part in so many of what the shallowest pool of the way holds. */
const THIN_PARTS = 10n;

/**
 * From one token to another, along the paths by which they have their prices, up to the pool where these meet: of all ways
 * the one whose shallowest pool is the deepest. Undefined where one of them has no price.
 */
export function wayBetween<Pool>(
  from: Quoted<Pool> | undefined,
  to: Quoted<Pool> | undefined,
): readonly Step<Pool>[] | undefined {
  if (!from || !to) return undefined;
  let [here, there] = [from.path.length, to.path.length];
  // Both end at the quote token: what they have in common there is no part of the way.
  while (here > 0 && there > 0 && from.path[here - 1]?.pool === to.path[there - 1]?.pool) {
    here -= 1;
    there -= 1;
  }
  const back = to.path.slice(0, there).toReversed();
  return [...from.path.slice(0, here), ...back.map(({ pool, ofToken0 }) => ({ pool, ofToken0: !ofToken0 }))];
}

/** By depths, which are what a pool holds of the side that is worth less; nothing is thin where nothing is known to be deeper. */
export function isThinBeside(depth: bigint, way: readonly bigint[]): boolean {
  const shallowest = way.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  );
  return shallowest !== undefined && depth * THIN_PARTS < shallowest;
}
