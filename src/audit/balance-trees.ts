// Audits the stored trees of balances, from which the exchange answers owners who ask whether they are counted.

import type { LiabilitiesReads, LiabilityTile } from '../ports/liabilities.ts';
import type { TokenLiability } from '../transparency/format/liabilities.ts';
import { TokenBalances } from '../transparency/liabilities/token-balances.ts';

type Tiles = Iterable<readonly LiabilityTile[]>;
type Place = {
  /** Undefined if the tree is not stored: then its tiles are only computed. */
  readonly stored: LiabilitiesReads | undefined;
  readonly asOf: number;
  readonly token: string;
  /** The trees of an older list are deleted bit by bit. */
  readonly mustBeComplete: boolean;
};

/** Computes all tiles of a token's tree and compares them with those that are stored; returns what is wrong, in words. */
export async function compareTiles(
  computed: Tiles,
  { stored, asOf, token, mustBeComplete }: Place,
): Promise<string | undefined> {
  const what = `the tree of who was owed ${token} after transaction ${asOf}`;
  let fault: string | undefined;
  for (const tiles of computed) {
    const found = stored && fault === undefined ? await stored.liabilityTiles({ asOf, token }, tiles) : undefined;
    for (const [at, { nodes }] of tiles.entries()) {
      const tile = found?.[at];
      if (tile && Buffer.compare(nodes, tile) !== 0)
        fault ??= `${what} is not the one that follows from the balances: it was changed`;
      else if (found && !tile && mustBeComplete) fault ??= `${what} is not stored completely`;
    }
  }
  return fault;
}

/** Compares the stored trees of a list whose balances are not known with its roots alone. */
export async function storedTreeFault(
  stored: LiabilitiesReads,
  { asOf, secret }: { readonly asOf: number; readonly secret: Buffer },
  tokens: readonly TokenLiability[],
): Promise<string | undefined> {
  for (const { token, people, peopleTotal, root } of tokens) {
    const balances = new TokenBalances(token, { asOf, secret });
    for (let index = 0; ; index += 1) {
      const [records] = await stored.liabilityTiles({ asOf, token }, [{ level: 0, index }]);
      if (!records) break;
      balances.addRecords(Buffer.from(records));
    }
    const tiles = balances.tiles(new Map());
    const fault = await compareTiles(tiles, { stored, asOf, token, mustBeComplete: true });
    const { liability } = balances;
    const isSame = liability.people === people && liability.peopleTotal === peopleTotal;
    if (!isSame || Buffer.compare(liability.root, root) !== 0)
      return `the tree of who was owed ${token} after transaction ${asOf} has another root than the one that was stated: it was changed`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}
