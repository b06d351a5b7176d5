// Makes the list of what the exchange owes: as of one transaction, for every token a tree over the balances of people, and those of its own accounts.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiabilitiesStatement } from '../../core/commands/statement.ts';
import type { Leases } from '../../ports/lease.ts';
import type { LiabilitiesStore, LiabilityTile, StoredLiabilities, Unstated } from '../../ports/liabilities.ts';
import type { LogIdentity, LogReads } from '../../ports/public-log.ts';
import type { Journal, Store } from '../../ports/store.ts';
import { LeaseHolder } from '../../thread/lease-holder.ts';
import { hashOfList, liabilitiesText, ownTotalOf, type TokenLiability } from '../format/liabilities.ts';
import { TokenBalances } from './token-balances.ts';

export type MakerStore = LiabilitiesStore & Pick<LogReads, 'logStanding'> & Leases;

/** Tiles written in one transaction, so that no commit of the journal waits long for the lock: about 400 kB. */
const TILES_AT_ONCE = 32;
/** Balances read between two looks at the lease. */
const READ_AT_ONCE = 10_000;

export class LiabilitiesMaker {
  readonly #store: MakerStore;
  readonly #exchange: Pick<Store, 'openJournal'>;
  readonly #lease: LeaseHolder;

  constructor(store: MakerStore, exchange: Pick<Store, 'openJournal'>) {
    this.#store = store;
    this.#exchange = exchange;
    this.#lease = new LeaseHolder(store, { name: 'liabilities', holder: randomUUID(), now: () => performance.now() });
  }

  /**
   * Makes a document if the last one is at least this old; it names the interval between documents. Returns the document that is to be stated in the journal, which may be an
   * earlier one if a process stopped before it had stated it; undefined if none is due, or if another process is making one.
   */
  async make(everyMs: number, intervalMs = everyMs): Promise<Unstated | undefined> {
    await this.#lease.hold();
    if (!this.#lease.held) return undefined;
    try {
      const { head, nowMs } = await this.#store.logStanding();
      const [last] = (await this.#store.liabilities(2)).filter(({ asOf }) => asOf <= head);
      if (last && last.transactionId === null) return last;
      if (last && Math.abs(nowMs - last.atMs) < everyMs) return undefined;
      await this.#clear(last, head);
      return await this.#make(intervalMs);
    } finally {
      await this.#lease.release();
    }
  }

  /** Deletes what is no longer needed, but for the tree from which proofs are made until the next document is in a checkpoint. */
  async #clear(kept: StoredLiabilities | undefined, head: number): Promise<void> {
    let isDone = false;
    while (!isDone)
      await this.#writing(async (fence) => {
        isDone = await this.#store.clearLiabilities(kept?.asOf, head, fence);
      });
  }

  async #make(intervalMs: number): Promise<Unstated | undefined> {
    const journal = await this.#exchange.openJournal();
    try {
      const log = (await journal.log.logs()).at(-1);
      // Without a log there is no secret that could hide whose leaf it is.
      if (!log || journal.head === 0) return undefined;
      const previous = await hashStatedLast(journal);
      const { nowMs: atMs } = await this.#store.logStanding();
      const made = { asOf: journal.head, atMs, log: log.number, intervalMs, previous };
      const text = liabilitiesText(made, await this.#trees(journal, log));
      const document = { ...made, hash: hashOfList(text) };
      await this.#writing((fence) => this.#store.putLiabilities({ ...document, text }, fence));
      return document;
    } catch (error) {
      throw journal.explain(error);
    } finally {
      await journal.close();
    }
  }

  /** Stores the trees of all tokens that have holders, one after another. */
  async #trees(journal: Journal, { secret }: LogIdentity): Promise<readonly TokenLiability[]> {
    const { head: asOf } = journal;
    const tokens: TokenLiability[] = [];
    let waiting: LiabilityTile[] = [];
    const store = async (most: number) => {
      while (waiting.length > most) {
        const tiles = waiting.slice(0, TILES_AT_ONCE);
        await this.#writing((fence) => this.#store.putLiabilityTiles(asOf, tiles, fence));
        waiting = waiting.slice(tiles.length);
      }
    };
    for await (const balances of this.#byToken(journal, Buffer.from(secret, 'hex'))) {
      for (const tiles of balances.tiles(await journal.orderOwners(balances.orders))) {
        waiting.push(...tiles);
        await store(TILES_AT_ONCE - 1);
      }
      const { liability, issued, token } = balances;
      const total = liability.peopleTotal + ownTotalOf(liability);
      if (total !== issued)
        throw new Error(
          `the balances of ${token} add up to ${total}, but the issuer owes ${issued}: run millpond audit`,
        );
      if (total > 0n) tokens.push(liability);
    }
    await store(0);
    return tokens;
  }

  async *#byToken(journal: Journal, secret: Buffer): AsyncGenerator<TokenBalances> {
    let read = 0;
    let current: TokenBalances | undefined;
    for await (const { account, token, balance } of journal.balancesByToken()) {
      if (token !== current?.token) {
        if (current) yield current;
        current = new TokenBalances(token, { asOf: journal.head, secret });
      }
      current.add(account, balance);
      read += 1;
      if (read % READ_AT_ONCE === 0) await this.#lease.hold();
    }
    if (current) yield current;
  }

  /** Pauses for as long as the write took, since SQLite's write lock has no queue and the journal needs it too. */
  async #writing(write: (fence: number) => Promise<void>): Promise<void> {
    await this.#lease.hold();
    const { held } = this.#lease;
    if (!held) throw new Error('another process has taken over making the list of what is owed');
    const beganMs = performance.now();
    await write(held.fence);
    await sleep(performance.now() - beganMs);
  }
}

/** Read from the journal, since a copy of an exchange has its statements, but not the stored documents. */
async function hashStatedLast({ log }: Journal): Promise<string | null> {
  const [last] = await log.statements({ order: 'newest first', kind: 'liabilities', limit: 1 });
  return last ? (JSON.parse(last.receipt) as LiabilitiesStatement).hash : null;
}
