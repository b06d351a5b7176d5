// The balances of one token as they are stated: those of people as a tree, those of the exchange's own accounts as amounts.
import { ISSUER, isOfExchange, orderOf } from '../../core/accounts.ts';
import type { Account } from '../../core/amount.ts';
import type { LiabilityTile } from '../../ports/liabilities.ts';
import { TreeAppender } from '../format/appender.ts';
import { amountOfRecord, BalanceIds, BalanceLeaves, leafOfRecord } from '../format/balances.ts';
import type { OwnBalance, TokenLiability } from '../format/liabilities.ts';
import { TILE_WIDTH } from '../format/tile.ts';
import { EMPTY_ROOT, HASH_TREE } from '../format/tree.ts';

/** By number, the account that placed an order. */
export type OrderOwners = ReadonlyMap<number, Account>;

export class TokenBalances {
  readonly token: string;
  readonly #leaves: BalanceLeaves;
  readonly #own: OwnBalance[] = [];
  readonly #inOrders = new Map<number, bigint>();
  readonly #tree = new TreeAppender(HASH_TREE, 0, () => EMPTY_ROOT);
  readonly #growing = new Map<number, LiabilityTile>();
  #peopleTotal = 0n;
  #issued = 0n;

  constructor(token: string, { asOf, secret }: { readonly asOf: number; readonly secret: Uint8Array }) {
    this.token = token;
    this.#leaves = new BalanceLeaves(new BalanceIds(secret, asOf, token));
  }

  /** Adds the balance of any account, the issuer included. */
  add(account: Account, balance: bigint): void {
    const order = orderOf(account);
    if (balance === 0n) return;
    if (account === ISSUER) this.#issued = -balance;
    else if (order !== undefined) this.#inOrders.set(order, (this.#inOrders.get(order) ?? 0n) + balance);
    else if (isOfExchange(account)) this.#own.push({ account, amount: balance });
    else this.#leaves.add(account, balance);
  }

  /** Adds balances of people as level 0 of `tiles` has them. */
  addRecords(records: Buffer): void {
    this.#leaves.addRecords(records);
  }

  /** The orders that hold some: what they hold belongs to the balance of those who placed them. */
  get orders(): readonly number[] {
    return [...this.#inOrders.keys()];
  }

  /** All that the issuer owes. */
  get issued(): bigint {
    return this.#issued;
  }

  /** The tree of people. Level 0 has the records of the balances. Called once, after all balances were added. */
  *tiles(owners: OrderOwners): Generator<readonly LiabilityTile[]> {
    for (const [order, amount] of this.#inOrders) {
      const owner = owners.get(order);
      if (owner === undefined)
        throw new Error(`the order ${order} holds ${amount} of ${this.token}, but nobody placed it`);
      this.#leaves.add(owner, amount);
    }
    let records: Buffer[] = [];
    let index = 0;
    const taken = (): LiabilityTile => {
      const nodes = Buffer.concat(records);
      records = [];
      return { token: this.token, level: 0, index: index++, nodes };
    };
    for (const record of this.#leaves.sorted()) {
      this.#tree.append(leafOfRecord(record));
      this.#peopleTotal += amountOfRecord(record);
      records.push(record);
      if (records.length === TILE_WIDTH) yield [taken(), ...this.#filled()];
    }
    yield [...(records.length > 0 ? [taken()] : []), ...this.#filled(), ...this.#growing.values()];
  }

  /** Known after `tiles` has ended. */
  get liability(): TokenLiability {
    const { size: people } = this.#tree;
    // Copied: Node takes small Buffers from slabs of 64 kB, and each root would keep one alive that leaves have filled.
    const root = new Uint8Array(people === 0 ? EMPTY_ROOT : this.#tree.root());
    return { token: this.token, people, peopleTotal: this.#peopleTotal, root, own: this.#own };
  }

  /** The full tiles above the leaves; those that still grow are kept until they are full or the tree ends. */
  #filled(): readonly LiabilityTile[] {
    const full: LiabilityTile[] = [];
    for (const { level, index, width, nodes } of this.#tree.takeTiles()) {
      if (level === 0) continue;
      const tile = { token: this.token, level, index, nodes };
      if (width === TILE_WIDTH) {
        full.push(tile);
        this.#growing.delete(level);
      } else this.#growing.set(level, tile);
    }
    return full;
  }
}
