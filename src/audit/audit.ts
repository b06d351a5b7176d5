// The audit: recomputes every balance from the journal, by other means than the code that wrote it.
import { ISSUER, lpToken, reserveAccount } from '../core/accounts.ts';
import type { Account, TokenAddress } from '../core/amount.ts';
import { type Receipt, transfersOf } from '../core/commands/command.ts';
import { type Pool, pairKey } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { balanceIsSound, balanceKey } from '../core/settle/transfer.ts';
import {
  CopyRefused,
  type Journal,
  type JournalEntry,
  type Store,
  StoreUnavailable,
  UnreadableTransaction,
} from '../ports/store.ts';
import { AveragesCheck } from './averages.ts';
import { fallenOf, type Reserves } from './curve.ts';
import { changeInside } from './inside.ts';
import { LiabilitiesCheck } from './liabilities.ts';
import { type BroughtCheckpoint, LogCheck } from './log.ts';
import { MarketCheck } from './market.ts';
import type { PoolThen } from './match.ts';
import { OrdersCheck } from './orders.ts';
import type { Holding } from './pool.ts';
import type { Priced } from './price.ts';
import { RecordHistory } from './records.ts';
import { isOf, isWhole, type Passed, poolsPassed } from './route.ts';
import { RowsCheck } from './rows.ts';

export type AuditReport = {
  readonly transactions: number;
  readonly transfers: number;
  readonly balances: number;
  /** Checkpoints of the public log that were compared. */
  readonly checkpoints: number;
};

/** The first contradiction that an audit found in the stored data. */
export class AuditOffence extends Error {
  override name = 'AuditOffence';
}

/** The journal is sound by itself, but it is not the one that the public log has recorded. */
export class LogOffence extends AuditOffence {
  override name = 'LogOffence';
}

/** Only the market data is wrong, which can be counted again; everything else is correct. */
export class MarketOffence extends AuditOffence {
  override name = 'MarketOffence';
}

export async function audit(
  store: Pick<Store, 'openJournal'>,
  onProgress: (done: number, total: number) => void,
  brought?: BroughtCheckpoint,
): Promise<AuditReport> {
  const journal = await store.openJournal();
  let at = 'the exchange';
  try {
    const recount = new Recount(journal);
    const rows = new RowsCheck(journal);
    const market = new MarketCheck(journal, (pool) => recount.heldBy(pool));
    const log = new LogCheck(journal, brought);
    const owed = new LiabilitiesCheck(journal, recount.balances);
    let miscounted = await market.begin();
    let mislogged = (await log.begin()) ?? (await owed.begin());
    at = 'the first transaction';
    for await (const transaction of journal.transactions()) {
      at = `transaction ${transaction.sequence}`;
      recount.add(transaction);
      recount.doubt(await rows.add(transaction, at));
      const found = await market.add(transaction);
      miscounted ??= found;
      mislogged ??= (await log.add(transaction)) ?? (await owed.add(transaction));
      if (transaction.sequence % 10_000 === 0) onProgress(transaction.sequence, journal.head);
      at = `what follows transaction ${transaction.sequence}`;
    }
    must(
      recount.transactions === journal.head,
      `the head says ${journal.head}, the journal ends at ${recount.transactions}`,
    );
    at = 'a balance';
    for await (const { account, token, balance } of journal.balances()) recount.compare(account, token, balance);
    at = 'something beside the journal';
    recount.doubt(await rows.finish());
    const left = await market.finish();
    miscounted ??= left;
    recount.finish();
    mislogged ??= await log.finish();
    if (mislogged !== undefined) throw new LogOffence(mislogged);
    if (miscounted !== undefined) throw new MarketOffence(miscounted);
    onProgress(journal.head, journal.head);
    return {
      transactions: recount.transactions,
      transfers: recount.transfers,
      balances: recount.balances.size,
      checkpoints: log.checkpointsCompared,
    };
  } catch (error) {
    throw offenceOf(journal.explain(error), at);
  } finally {
    await journal.close();
  }
}

/** Unreadable data is an offence; an unavailable store is not. */
function offenceOf(error: unknown, at: string): unknown {
  if (error instanceof UnreadableTransaction) return new AuditOffence(error.message, { cause: error });
  // While a copy is audited, its rows are compared with the source as they are read, which may throw `CopyRefused`.
  if ([AuditOffence, StoreUnavailable, CopyRefused].some((kind) => error instanceof kind)) return error;
  return new AuditOffence(`${at} cannot be read: ${(error as Error).message}`, { cause: error });
}

class Recount {
  transactions = 0;
  transfers = 0;
  readonly balances = new Map<string, bigint>();
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #byPair: ReadonlyMap<string, Pool>;
  readonly #decimals: ReadonlyMap<string, number>;
  readonly #records: RecordHistory;
  readonly #averages = new AveragesCheck();
  readonly #orders = new OrdersCheck(this.#averages, (tokenIn, tokenOut) => this.#poolNow(tokenIn, tokenOut));
  readonly #journal: Pick<Journal, 'lastId'>;
  #last: Pick<Posted, 'id' | 'createdAtMs'> | undefined;
  #compared = 0;
  #created = 0;
  /** The first wrong record; reported last, since a wrong balance is worse. */
  #firstWrongRecord: string | undefined;

  constructor(journal: Pick<Journal, 'tokens' | 'pools' | 'listingSequence' | 'lastId'>) {
    this.#journal = journal;
    this.#pools = new Map(journal.pools.map((pool) => [pool.address, pool]));
    this.#byPair = new Map(journal.pools.map((pool) => [pairKey(pool.token0, pool.token1), pool]));
    this.#decimals = new Map(journal.tokens.map(({ address, decimals }) => [address, decimals]));
    this.#records = new RecordHistory(journal);
  }

  add(transaction: JournalEntry): void {
    const { sequence, id, kind, createdAtMs, receipt } = transaction;
    const at = `transaction ${sequence}`;
    must(sequence === this.transactions + 1, `${at} follows ${this.transactions}: the journal has a gap`);
    must(sequenceOf(id) === sequence, `${at} has the id ${id}, which names another sequence`);
    must(createdAtMs >= (this.#last?.createdAtMs ?? 0), `${at} is older than the one before it`);
    if (kind !== receipt.kind) this.doubt(`${at} is stored as ${kind}, but its receipt is of ${receipt.kind}`);
    this.#last = transaction;
    const passed = poolsPassed(receipt);
    const pools = passed.map(({ pool }) => this.#pool(pool, at));
    const foreign = pools.find((pool, index) => !isOf(passed[index] as Passed, pool));
    const wrongRecord = this.#records.add(transaction, at);
    must(foreign === undefined, `${at} names tokens that are not those of the pool ${foreign?.address}`);
    must(isWhole(receipt), `${at} has hops that do not add up to its swap`);
    this.doubt(wrongRecord);
    const before = pools.map((pool) => this.#held(pool));
    this.#post(transaction, at);
    if (receipt.kind === 'swap' || 'swapped' in receipt) {
      for (const [index, pool] of pools.entries()) {
        const [from, to] = this.#aroundSwap(receipt, pool, {
          before: before[index] as Reserves,
          after: this.#held(pool),
        });
        const fell = fallenOf(pool, from, to);
        must(fell === undefined, `${at}: ${fell} fell through a swap in the pool ${pool.address}`);
      }
    }
    for (const pool of pools) this.#averages.add(this.#priced(pool), this.heldBy(pool), transaction);
    this.#averages.addToken(transaction);
    const unordered = this.#orders.add(transaction);
    must(unordered === undefined, `${at} ${unordered}`);
    this.#created += pools.filter(({ number }) => number === sequence).length;
    this.transactions += 1;
  }

  compare(account: string, token: string, stored: bigint): void {
    const key = `${account}\n${token}`;
    const counted = this.balances.get(key) ?? 0n;
    must(counted === stored, `${account} holds ${stored} of ${token}, but the journal adds up to ${counted}`);
    if (this.balances.has(key)) this.#compared += 1;
  }

  /** Records a fault that is reported at the end, unless a worse one is found. */
  doubt(untrue: string | undefined): void {
    this.#firstWrongRecord ??= untrue;
  }

  finish(): void {
    must(
      this.#compared === this.balances.size,
      `${this.balances.size - this.#compared} balances of the journal are not stored`,
    );
    must(
      this.#created === this.#pools.size,
      `${this.#pools.size - this.#created} pools were not created by any transaction`,
    );
    const strayed = this.#orders.finish(this.balances);
    must(strayed === undefined, strayed ?? '');
    this.doubt(this.#records.finish());
    const [named, last] = [this.#journal.lastId, this.#last?.id ?? null];
    if (named !== last) this.doubt(`the head names ${named} as the last transaction, but it is ${last}`);
    must(this.#firstWrongRecord === undefined, this.#firstWrongRecord ?? '');
  }

  #post({ receipt }: Posted, at: string): void {
    const transfers = transfersOf(receipt);
    const touched = new Map<string, bigint>();
    for (const { from, to, token, amount } of transfers) {
      must(amount > 0n, `${at} has a transfer that moves ${amount}`);
      for (const [account, change] of [
        [from, -amount],
        [to, amount],
      ] as const) {
        const key = balanceKey(account, token);
        const balance = (this.balances.get(key) ?? 0n) + change;
        this.balances.set(key, balance);
        touched.set(key, balance);
      }
    }
    for (const [key, balance] of touched) {
      const account = key.slice(0, key.indexOf('\n')) as (typeof transfers)[number]['from'];
      must(balanceIsSound(account, balance), `${at} leaves ${account} with ${balance}`);
    }
    this.transfers += transfers.length;
  }

  #pool(address: string, at: string): Pool {
    const pool = this.#pools.get(address);
    must(pool !== undefined, `${at} names the pool ${address}, which is not listed`);
    return pool;
  }

  heldBy({ address, token0, token1 }: Pool): Holding {
    const balance = (account: Account, token: TokenAddress) => this.balances.get(balanceKey(account, token)) ?? 0n;
    const reserves = reserveAccount(address);
    return {
      reserve0: balance(reserves, token0),
      reserve1: balance(reserves, token1),
      supply: -balance(ISSUER, lpToken(address)),
    };
  }

  #poolNow(tokenIn: string, tokenOut: string): PoolThen | undefined {
    const pool = this.#byPair.get(pairKey(tokenIn as TokenAddress, tokenOut as TokenAddress));
    if (!pool || pool.number > this.transactions + 1) return undefined;
    return { pool: this.#priced(pool), held: this.heldBy(pool), ...this.#records.poolNow(pool) };
  }

  #priced(pool: Pool): Pool & Priced {
    const [decimals0, decimals1] = [this.#decimals.get(pool.token0) ?? 0, this.#decimals.get(pool.token1) ?? 0];
    return { ...pool, decimals0, decimals1 };
  }

  /** A pool's reserves before and after its swap only, if liquidity was provided or refunded in the same transaction. */
  #aroundSwap(
    receipt: Receipt,
    pool: Pool,
    { before, after }: { before: Reserves; after: Reserves },
  ): readonly [Reserves, Reserves] {
    const { change0, change1 } = changeInside(receipt);
    const change = this.#scaled(pool, change0, change1);
    if (receipt.kind === 'provide') return [before, { x: before.x + change.x, y: before.y + change.y }];
    if (receipt.kind === 'refund') return [{ x: after.x - change.x, y: after.y - change.y }, after];
    return [before, after];
  }

  #held(pool: Pool): Reserves {
    const { reserve0, reserve1 } = this.heldBy(pool);
    return this.#scaled(pool, reserve0, reserve1);
  }

  #scaled(pool: Pool, reserve0: bigint, reserve1: bigint): Reserves {
    const [decimals0, decimals1] = [this.#decimals.get(pool.token0) ?? 0, this.#decimals.get(pool.token1) ?? 0];
    const finest = Math.max(decimals0, decimals1);
    return {
      x: reserve0 * 10n ** BigInt(finest - decimals0),
      y: reserve1 * 10n ** BigInt(finest - decimals1),
    };
  }
}

function must(condition: boolean, offence: string): asserts condition {
  if (!condition) throw new AuditOffence(offence);
}
