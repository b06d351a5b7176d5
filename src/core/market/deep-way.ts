// Finds the deepest way between two tokens, and pools that are thin compared with it.
import type { Quoted } from './quote-prices.ts';

type Step<Pool> = Quoted<Pool>['path'][number];

/** A pool is thin if it holds less than 1/10 of the shallowest pool of the way. */
const THIN_PARTS = 10n;

/**
 * The way from one token to another along their quote price paths, up to the pool where these meet: of all ways, the one whose
 * shallowest pool is the deepest. Undefined if one of the tokens has no price.
 */
export function wayBetween<Pool>(
  from: Quoted<Pool> | undefined,
  to: Quoted<Pool> | undefined,
): readonly Step<Pool>[] | undefined {
  if (!from || !to) return undefined;
  let [here, there] = [from.path.length, to.path.length];
  // Both paths end at the quote token: their common end is not part of the way.
  while (here > 0 && there > 0 && from.path[here - 1]?.pool === to.path[there - 1]?.pool) {
    here -= 1;
    there -= 1;
  }
  const back = to.path.slice(0, there).toReversed();
  return [...from.path.slice(0, here), ...back.map(({ pool, ofToken0 }) => ({ pool, ofToken0: !ofToken0 }))];
}

/** Depths are what a pool holds of its less valuable side. Without a way to compare with, no pool is thin. */
export function isThinComparedWith(depth: bigint, way: readonly bigint[]): boolean {
  const shallowest = way.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  );
  return shallowest !== undefined && depth * THIN_PARTS < shallowest;
}
