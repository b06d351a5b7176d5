// The audit: recomputes every balance from the journal, by other means than the code that wrote it.
import { ISSUER, lpToken, reserveAccount } from '../core/accounts.ts';
import type { Account, TokenAddress } from '../core/amount.ts';
import { type Receipt, transfersOf } from '../core/commands/command.ts';
import { type Pool, pairKey } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { balanceIsSound, balanceKey } from '../core/settle/transfer.ts';
import type { AuditPoint } from '../ports/audits.ts';
import {
  CopyRefused,
  type Journal,
  type JournalEntry,
  type Store,
  StoreUnavailable,
  UnreadableTransaction,
} from '../ports/store.ts';
import type { SigningKey } from '../transparency/format/keys.ts';
import { AveragesCheck } from './averages.ts';
import { fallenOf, type Reserves } from './curve.ts';
import { changeInside } from './inside.ts';
import { LiabilitiesCheck } from './liabilities.ts';
import { type BroughtCheckpoint, LogCheck, type LogReport } from './log.ts';
import { MarketCheck } from './market.ts';
import type { PoolThen } from './match.ts';
import { AuditOffence, LogOffence, MarketOffence, must } from './offence.ts';
import { OrdersCheck } from './orders.ts';
import { hashOfBalances, writePoint } from './point.ts';
import type { PoolHolding } from './pool.ts';
import type { PricedPool } from './price.ts';
import { RecordHistory } from './records.ts';
import { isOf, isWhole, type Passed, poolsPassed } from './route.ts';
import { NewRowsCheck, RowsCheck } from './rows.ts';
import { Samples } from './samples.ts';
import { type Start, startOf } from './start.ts';

export { AuditOffence, MarketOffence } from './offence.ts';

export type AuditReport = {
  readonly transactions: number;
  readonly transfers: number;
  readonly balances: number;
  readonly log: LogReport;
  /** From which the samples were drawn. */
  readonly seed: string;
  /** The transaction after which the audit started; 0 if it read everything. */
  readonly after: number;
  /** From where the next audit may start; undefined if that is not to be kept, not later than `after`, or if there is no key to sign it with. */
  readonly point: AuditPoint | undefined;
};

/** Lets audits start where the last one ended. */
type AuditChain = {
  readonly nowMs: number;
  /** Reads everything if the last audit that did is at least this old. */
  readonly fullEveryMs: number;
  /** Called with the reason if the audit was to start at the last one but has to read everything. */
  readonly onFull: (why: string) => void;
};

export type AuditOptions = {
  readonly brought?: BroughtCheckpoint | undefined;
  /** Content of the key file of the public log, if the auditor has it. Without it, an audit reads everything. */
  readonly keyText?: string | undefined;
  /** Without it, the audit reads everything and keeps nothing for the next one. */
  readonly chain?: AuditChain | undefined;
  readonly isFull?: boolean;
  /** Draws the same samples as an audit that reported it. */
  readonly seed?: string | undefined;
};

/** `after` is the transaction after which the audit started. */
type OnProgress = (done: number, total: number, after: number) => void;

export async function audit(
  store: Pick<Store, 'openJournal'>,
  onProgress: OnProgress,
  { brought, keyText, chain, seed, isFull = brought !== undefined || !chain }: AuditOptions = {},
): Promise<AuditReport> {
  if (chain && !isFull) {
    const journal = await store.openJournal({ isUnchecked: true });
    const found = await inJournal(journal, async () => {
      const start = await startOf(journal, chain, keyText);
      return typeof start === 'string' ? start : new Audit(journal, { keyText, chain, start, seed }).run(onProgress);
    });
    if (typeof found !== 'string') return found;
    chain.onFull(found);
  }
  const journal = await store.openJournal();
  return inJournal(journal, () => new Audit(journal, { brought, keyText, chain, seed }).run(onProgress));
}

async function inJournal<T>(journal: Journal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw offenceOf(journal.explain(error), 'the exchange');
  } finally {
    await journal.close();
  }
}

class Audit {
  readonly #journal: Journal;
  readonly #chain: AuditChain | undefined;
  readonly #start: Start | undefined;
  readonly #recount: Recount;
  readonly #rows: Pick<RowsCheck, 'add' | 'finish'>;
  readonly #market: MarketCheck;
  readonly #log: LogCheck;
  readonly #liabilities: LiabilitiesCheck;
  readonly #samples: Samples;
  #at = 'the exchange';

  constructor(
    journal: Journal,
    { brought, keyText, chain, start, seed }: Omit<AuditOptions, 'isFull'> & { readonly start?: Start },
  ) {
    const samples = new Samples(seed);
    this.#samples = samples;
    this.#journal = journal;
    this.#chain = chain;
    this.#start = start;
    this.#recount = new Recount(journal, start);
    this.#rows = start ? new NewRowsCheck(journal) : new RowsCheck(journal);
    this.#market = new MarketCheck(journal, (pool) => this.#recount.heldBy(pool), start);
    this.#log = new LogCheck(journal, { brought, keyText, start: start?.head, samples });
    this.#liabilities = new LiabilitiesCheck(journal, this.#recount.balances, samples);
  }

  async run(onProgress: OnProgress): Promise<AuditReport> {
    try {
      return await this.#run(onProgress);
    } catch (error) {
      throw offenceOf(this.#journal.explain(error), this.#at);
    }
  }

  async #run(onProgress: OnProgress): Promise<AuditReport> {
    const recount = this.#recount;
    const { head } = this.#journal;
    const after = this.#start?.head.asOf ?? 0;
    let miscounted = await this.#market.begin();
    let mislogged = (await this.#log.begin()) ?? (await this.#liabilities.begin(after));
    if (after > 0) onProgress(after, head, after);
    const pointAt = this.#chain ? this.#pointAt() : 0;
    let point: AuditPoint | undefined;
    this.#at = `transaction ${after + 1}`;
    for await (const transaction of this.#journal.transactions(after)) {
      const { sequence } = transaction;
      const at = `transaction ${sequence}`;
      this.#at = at;
      recount.add(transaction);
      recount.doubt(await this.#rows.add(transaction, at));
      const found = await this.#market.add(transaction);
      miscounted ??= found;
      mislogged ??= (await this.#log.add(transaction)) ?? (await this.#liabilities.add(transaction));
      const key = sequence === pointAt ? this.#log.signingKey : undefined;
      if (key) point = this.#point(key);
      if (sequence % 10_000 === 0) onProgress(sequence, head, after);
      this.#at = `what follows ${at}`;
    }
    must(recount.transactions === head, `the head says ${head}, the journal ends at ${recount.transactions}`);
    // An audit that started from the balances has compared them already.
    this.#at = 'a balance';
    if (!this.#start)
      for await (const { account, token, balance } of this.#journal.balances())
        recount.compare(account, token, balance);
    this.#at = 'something beside the journal';
    recount.doubt(await this.#rows.finish());
    const left = await this.#market.finish();
    miscounted ??= left;
    recount.finish();
    mislogged ??= await this.#log.finish();
    if (mislogged !== undefined) throw new LogOffence(mislogged);
    if (miscounted !== undefined) throw new MarketOffence(miscounted);
    onProgress(head, head, after);
    return {
      transactions: recount.transactions,
      transfers: recount.transfers,
      balances: recount.balances.size,
      log: this.#log.report,
      seed: this.#samples.seed,
      after,
      point,
    };
  }

  /** The last transaction whose market data and hash are stored: the next audit compares only what was stored later. */
  #pointAt(): number {
    const { market, head } = this.#journal;
    return Math.min(market.cursor, head, this.#log.recordedTo ?? head);
  }

  #point(key: SigningKey): AuditPoint {
    const { last, poolsCreated, listingSequence, ...saved } = this.#recount.save();
    const asOf = this.#recount.transactions;
    const full = this.#start?.head.full ?? { asOf: this.#journal.head, atMs: this.#chain?.nowMs ?? 0 };
    const balancesHash = hashOfBalances(this.#recount.balances);
    const [logRoot, logsHash] = [this.#log.root, this.#log.logsHash(asOf)];
    const head = { asOf, full, balancesHash, logRoot, logsHash, last, poolsCreated, listingSequence };
    return writePoint(head, { ...saved, ...this.#market.save() }, key);
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
  transactions: number;
  transfers = 0;
  readonly balances: Map<string, bigint>;
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #byPair: ReadonlyMap<string, Pool>;
  readonly #decimals: ReadonlyMap<string, number>;
  readonly #records: RecordHistory;
  readonly #averages = new AveragesCheck();
  readonly #orders: OrdersCheck;
  readonly #journal: Pick<Journal, 'lastId'>;
  #last: Pick<Posted, 'id' | 'createdAtMs'> | undefined;
  /** False if the balances were taken from the store. */
  readonly #countsBalances: boolean;
  #compared = 0;
  #created: number;
  /** The first wrong record; reported last, since a wrong balance is worse. */
  #firstWrongRecord: string | undefined;

  constructor(journal: Pick<Journal, 'tokens' | 'pools' | 'listingSequence' | 'lastId'>, start?: Start) {
    this.#journal = journal;
    this.#pools = new Map(journal.pools.map((pool) => [pool.address, pool]));
    this.#byPair = new Map(journal.pools.map((pool) => [pairKey(pool.token0, pool.token1), pool]));
    this.#decimals = new Map(journal.tokens.map(({ address, decimals }) => [address, decimals]));
    this.#records = new RecordHistory(journal, start);
    this.#orders = new OrdersCheck(
      this.#averages,
      (tokenIn, tokenOut) => this.#poolNow(tokenIn, tokenOut),
      start?.saved.orders,
    );
    this.transactions = start?.head.asOf ?? 0;
    this.balances = start?.balances ?? new Map();
    this.#countsBalances = !start;
    this.#last = start?.head.last;
    this.#created = start?.head.poolsCreated ?? 0;
    if (start) this.#averages.restore(start.saved, (address) => this.#priced(this.#pool(address, 'the last audit')));
  }

  /** After at least one transaction. */
  save() {
    const { id, createdAtMs } = this.#last as Pick<Posted, 'id' | 'createdAtMs'>;
    const { listingSequence } = this.#records;
    const counted = { last: { id, createdAtMs }, poolsCreated: this.#created, listingSequence };
    return { ...counted, ...this.#records.save(), ...this.#averages.save(createdAtMs), orders: this.#orders.save() };
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
    for (const pool of pools) {
      const { lpFeePpm: lpFee = 0n, protocolFeePpm: protocolFee = 0n } = this.#records.poolNow(pool);
      this.#averages.add(this.#priced(pool), this.heldBy(pool), { lpFee, protocolFee }, transaction);
    }
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
      !this.#countsBalances || this.#compared === this.balances.size,
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

  heldBy({ address, token0, token1 }: Pool): PoolHolding {
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

  #priced(pool: Pool): Pool & PricedPool {
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
