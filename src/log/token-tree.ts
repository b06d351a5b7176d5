// The sum tree of a token, in the form in which it is stored.
import { TreeAppender } from './appender.ts';
import { BalanceIds, FEWEST_LEAVES, RECORD_BYTES, SumLeaves, type TokenLiability } from './liabilities.ts';
import { SUM_TREE, splitNode } from './sums.ts';
import { TILE_WIDTH } from './tile.ts';

type TreeTile = { readonly token: string; readonly level: number; readonly index: number; readonly nodes: Buffer };

/** The tiles, and then the total and root. */
export class TokenTree {
  readonly #token: string;
  readonly #leaves: SumLeaves;
  readonly #tree = new TreeAppender(SUM_TREE, 0, () => Buffer.alloc(0));
  readonly #growing = new Map<number, TreeTile>();

  constructor(token: string, leaves: SumLeaves) {
    this.#token = token;
    this.#leaves = leaves;
  }

  /** If a tree is padded, only its balances are stored: the rest is computed again for a proof, in milliseconds. */
  *tiles(): Generator<readonly TreeTile[]> {
    const isPadded = this.#leaves.count < FEWEST_LEAVES;
    let records = Buffer.alloc(TILE_WIDTH * RECORD_BYTES);
    let [count, index] = [0, 0];
    const taken = (): TreeTile[] => {
      const nodes = records.subarray(0, count * RECORD_BYTES);
      records = Buffer.alloc(TILE_WIDTH * RECORD_BYTES);
      count = 0;
      return [{ token: this.#token, level: 0, index: index++, nodes }];
    };
    for (const { isPadding, record, node } of this.#leaves.sorted()) {
      this.#tree.append(node);
      if (isPadding) continue;
      record.copy(records, count * RECORD_BYTES);
      count += 1;
      if (count === TILE_WIDTH) yield [...taken(), ...(isPadded ? [] : this.#filled())];
    }
    const above = isPadded ? [] : [...this.#filled(), ...this.#growing.values()];
    yield [...(count > 0 ? taken() : []), ...above];
  }

  /** Called after `tiles` has ended. */
  get liability(): TokenLiability {
    const { sum, hash: root } = splitNode(this.#tree.root());
    // Copied: Node takes small Buffers from slabs of 64 kB, and each root would keep one alive that leaves have filled.
    return { token: this.#token, total: sum, leaves: this.#tree.size, root: new Uint8Array(root) };
  }

  /** The full tiles above the leaves; those that still grow are kept until they are full or the tree ends. */
  #filled(): readonly TreeTile[] {
    const full: TreeTile[] = [];
    for (const { level, index, width, nodes } of this.#tree.takeTiles()) {
      if (level === 0) continue;
      const tile = { token: this.#token, level, index, nodes };
      if (width === TILE_WIDTH) {
        full.push(tile);
        this.#growing.delete(level);
      } else this.#growing.set(level, tile);
    }
    return full;
  }
}

/** The tree of a token over the balances of all accounts but the issuer, in any order. `secret` is that of the log which the list names. */
export function treeOfBalances(
  { secret, asOf, token }: { readonly secret: Uint8Array; readonly asOf: number; readonly token: string },
  balances: Iterable<readonly [account: string, balance: bigint]>,
): TokenTree {
  const leaves = new SumLeaves(new BalanceIds(secret, asOf, token));
  for (const [account, balance] of balances) if (balance !== 0n) leaves.add(account, balance);
  return new TokenTree(token, leaves);
}
