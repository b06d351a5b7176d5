// Reads everything an account holds page by page, and applies the transactions that the observer has counted since each page was read.
import { setImmediate as turn } from 'node:timers/promises';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { transfersOf } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { MarketFold } from '../fold.ts';
import type { Observer } from '../observer.ts';

/** The rows read at once, so that the thread is never blocked for long. */
const PAGE = 2000;

type Change = { readonly sequence: number; readonly token: TokenAddress; readonly delta: bigint };
/** The last token of the page (null for the last page), and the sequence it was read at. */
type Page = { readonly upTo: TokenAddress | null; readonly sequence: number };

export class HoldingsWalk {
  readonly #observer: Observer;
  readonly #account: Account;
  readonly #page: number;
  readonly #balances = new Map<TokenAddress, bigint>();
  readonly #pages: Page[] = [];
  /** Changes counted since the walk began; undefined once it is settled, when changes go directly into the balances. */
  #changes: Change[] | undefined = [];
  readonly #stop: () => void;

  constructor(observer: Observer, account: Account, page = PAGE) {
    this.#observer = observer;
    this.#account = account;
    this.#page = page;
    this.#stop = observer.onCounted((posted) => this.#take(posted));
  }

  /** True if everything was read, within the limit. */
  get isWhole(): boolean {
    return this.#pages.at(-1)?.upTo === null;
  }

  async read(most: number): Promise<void> {
    let after = '';
    while (!this.isWhole && this.#balances.size < most) {
      if (after !== '') await turn();
      const limit = Math.min(this.#page, most - this.#balances.size);
      const { mark, balances } = await this.#observer.tail.holdings({ account: this.#account, after, limit });
      for (const { token, balance } of balances) this.#balances.set(token, balance);
      const last = balances.length === limit ? (balances.at(-1)?.token ?? null) : null;
      this.#pages.push({ upTo: last, sequence: mark.sequence });
      after = last ?? '';
    }
  }

  /** The balances as of the last transaction counted, now and later. The observer must have counted everything that was read. */
  settle(): ReadonlyMap<TokenAddress, bigint> {
    const changes = this.#changes ?? [];
    this.#changes = undefined;
    for (const change of changes) this.#apply(change);
    return this.#balances;
  }

  end(): void {
    this.#stop();
  }

  #take({ sequence, receipt }: Posted): void {
    for (const { from, to, token, amount } of transfersOf(receipt)) {
      if (from === this.#account) this.#change({ sequence, token, delta: -amount });
      if (to === this.#account) this.#change({ sequence, token, delta: amount });
    }
  }

  #change(change: Change): void {
    if (this.#changes) this.#changes.push(change);
    else this.#apply(change);
  }

  #apply({ sequence, token, delta }: Change): void {
    const page = this.#pages.find(({ upTo }) => upTo === null || isUpTo(token, upTo));
    if (!page || sequence <= page.sequence) return;
    const balance = (this.#balances.get(token) ?? 0n) + delta;
    if (balance === 0n) this.#balances.delete(token);
    else this.#balances.set(token, balance);
  }
}

/** In the stores' order: byte by byte, unlike JavaScript's comparison. */
const isUpTo = (token: string, last: string): boolean => Buffer.compare(Buffer.from(token), Buffer.from(last)) <= 0;

type KeptLimits = {
  /** Accounts with fewer holdings are not cached. */
  readonly least: number;
  /** The most accounts cached: each is looked up in every transaction. */
  readonly accounts: number;
  /** The most holdings cached, over all accounts. */
  readonly holdings: number;
};
const LIMITS: KeptLimits = { least: 1000, accounts: 4, holdings: 50_000 };

type Kept = { readonly walk: HoldingsWalk; readonly fold: MarketFold; readonly size: number };

/** Caches settled walks of recent accounts: they are updated with what is counted, so nothing is read again. */
export class KeptHoldings {
  readonly #observer: Observer;
  readonly #limits: KeptLimits;
  readonly #kept = new Map<Account, Kept>();

  constructor(observer: Observer, limits: Partial<KeptLimits> = {}) {
    this.#observer = observer;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Takes a walk out of the cache; undefined if there is none, or if counting restarted since. */
  take(account: Account): HoldingsWalk | undefined {
    const kept = this.#kept.get(account);
    this.#kept.delete(account);
    if (kept?.fold === this.#observer.fold) return kept.walk;
    kept?.walk.end();
    return undefined;
  }

  /** Caches a settled walk that was read with this fold. */
  keep(account: Account, walk: HoldingsWalk, fold: MarketFold): void {
    this.#kept.get(account)?.walk.end();
    this.#kept.delete(account);
    const { size } = walk.settle();
    if (walk.isWhole && size >= this.#limits.least) this.#kept.set(account, { walk, fold, size });
    else walk.end();
    let all = this.#kept.values().reduce((sum, kept) => sum + kept.size, 0);
    for (const [first, kept] of this.#kept) {
      if (all <= this.#limits.holdings && this.#kept.size <= this.#limits.accounts) break;
      all -= kept.size;
      kept.walk.end();
      this.#kept.delete(first);
    }
  }
}
