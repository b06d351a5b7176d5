// Commits batches to the journal of a PostgreSQL exchange: each takes two round trips, if its tokens and pools are cached.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Policy } from '../../core/commands/kind.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import {
  balancesOf,
  clientIdsNamed,
  needsSymbols,
  ordersNamed,
  recordsNamed,
  referencesNamed,
  repliesNamed,
  type Unmet,
} from '../../core/settle/prefetch.ts';
import { type SettleInput, settle } from '../../core/settle/settle.ts';
import { ENTROPY_VALUES, nextTimeMs } from '../../core/settle/transaction-id.ts';
import type { JournalMark } from '../../ports/records.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import { sweepOf } from '../rows/refusals.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { EMPTY_JOURNAL } from '../writer/history.ts';
import { KnownRecords } from '../writer/known-records.ts';
import { type Committed, type EncodedSettlement, encode } from '../writer/wire.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  inTime,
  isLocked,
  isLost,
  isStandby,
  reconnect,
} from './connection.ts';
import { LOCK_HELD_MS, lookForFrozen } from './frozen-peers.ts';
import { LockHealth } from './lock-health.ts';
import { readOrders, readOrdersUnder, readReferences, readReplies, sweep } from './repetitions.ts';
import {
  commit,
  landed,
  lockHead,
  readBalances,
  readIds,
  readPools,
  readSymbols,
  readTokens,
  type WrittenFrom,
  write,
} from './statements.ts';

/** How often a batch is tried, again only if it is certain that the last try has written nothing. */
const MAX_TRIES = 3;
/** A check takes the journal's lock only if no batch has tried to for this long. */
const UNTRIED_MS = 1000;
/** Short, since batches wait for a check to end. */
const CHECK_WAIT_MS = 500;

export class PostgresWriter {
  readonly #options: ConnectionOptions;
  readonly #policy: Policy;
  /** One connection, so that its statements stay in order. */
  #sql: Connection;
  readonly #known: KnownRecords;
  readonly #lock = new LockHealth();
  readonly #clock: Pick<ClockGuard, 'believe'>;

  constructor(
    options: ConnectionOptions,
    policy: Policy,
    factory: string,
    clock: Pick<ClockGuard, 'believe'> = new ClockGuard(CLOCK_AHEAD_MS),
  ) {
    this.#clock = clock;
    this.#options = options;
    this.#policy = policy;
    this.#known = new KnownRecords(factory);
    this.#sql = connect(options, 1);
  }

  /** To be called for one batch at a time, since all share a connection. On any error but `OutcomeUnknown` the batch was rolled back. */
  async commit(batch: readonly Instruction[], composedAt = EMPTY_JOURNAL): Promise<Committed> {
    const startMs = performance.now();
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { loaded, from } = await this.#load(batch, composedAt, performance.now() + this.#options.timeoutMs);
      const settlement = await this.#settle(batch, loaded);
      if (await this.#write(settlement, from, startMs)) {
        this.#known.wrote(settlement.transactions.at(-1) ?? from.last);
        this.#known.remember(settlement.tokens, settlement.pools);
        return settlement.reply;
      }
    }
    throw new StoreUnavailable('busy', 'the journal could not be written in several tries');
  }

  /** Settles the batch; if that fails by a bug, rolls back, so that the journal does not stay locked. */
  async #settle(batch: readonly Instruction[], loaded: SettleInput): Promise<EncodedSettlement> {
    try {
      return encode(settle(batch, loaded));
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
  }

  /** Throws unless the server answers and is writable, and if no batch could take the journal's lock for longer than one may hold it. */
  async check(): Promise<void> {
    const sql = this.#sql;
    try {
      const [[row]] = await this.#inTime([
        sql<[{ isReadOnly: boolean; mayWrite: boolean; clockMs: number; head: string }]>`
          SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "clockMs", current_setting('transaction_read_only')::boolean AS "isReadOnly",
            has_table_privilege('head', 'UPDATE') AND has_table_privilege('journal', 'INSERT') AS "mayWrite",
            (SELECT xmin::text FROM head) AS head`,
      ]);
      // Has the code that the server itself uses, so that `#abandon` replaces a standby by another of the URL's hosts.
      if (row.isReadOnly) throw Object.assign(new Error('transactions are read-only'), { code: '25006' });
      if (!row.mayWrite) throw Object.assign(new Error('the journal may not be written'), { code: '42501' });
      this.#clock.believe(row.clockMs);
      this.#lock.sawHead(row.head);
      if (this.#lock.isUntriedFor(UNTRIED_MS)) await this.#tryLock();
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
    const blockedMs = this.#lock.blockedForMs();
    if (blockedMs >= LOCK_HELD_MS) {
      const seconds = Math.floor(blockedMs / 1000);
      throw new StoreUnavailable(
        'busy',
        `no batch could take the journal's lock for ${seconds} s: another process holds it`,
      );
    }
  }

  /** Takes the journal's lock for a moment, so that a node without work finds out too if it is blocked. */
  async #tryLock(): Promise<void> {
    const sql = this.#sql;
    // A check waits too briefly to be taken for slow.
    if (this.#lock.blockedForMs() > 0) lookForFrozen(this.#options);
    try {
      await this.#inTime([this.#lockHead(sql, CHECK_WAIT_MS), commit(sql)]);
    } catch (error) {
      if (!isLocked(error)) throw error;
      await this.#abandon(error);
    }
  }

  /** Takes the journal's lock, and notes whether that was possible. */
  async #lockHead(sql: Connection, waitMs = this.#lockWaitMs) {
    const sinceMs = performance.now();
    try {
      const head = await lockHead(sql, { waitMs, holdMs: LOCK_HELD_MS });
      this.#lock.taken();
      return head;
    } catch (error) {
      if (isLocked(error)) this.#lock.refused(sinceMs);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 5 });
  }

  /** The first round trip: takes the journal's lock, then reads the records that the batch refers to. */
  async #load(
    batch: readonly Instruction[],
    composedAt: JournalMark,
    deadlineMs: number,
  ): Promise<{ loaded: SettleInput; from: WrittenFrom }> {
    const sql = this.#sql;
    const isMet = hasMetAll(recordsNamed(batch, this.#known));
    const named = ordersNamed(batch);
    const clientIds = clientIdsNamed(batch);
    try {
      const [{ last, listingSequence, backend, clockMs }, ids, replies, references, symbols, orders, under, balances] =
        await this.#inTime(
          [
            this.#lockHead(sql),
            readIds(sql, [this.#known.mark, composedAt]),
            readReplies(sql, repliesNamed(batch)),
            readReferences(sql, referencesNamed(batch)),
            needsSymbols(batch) ? readSymbols(sql) : undefined,
            named.length > 0 ? readOrders(sql, named) : undefined,
            clientIds.size > 0 ? readOrdersUnder(sql, clientIds) : undefined,
            isMet ? readBalances(sql, this.#balances(batch)) : undefined,
          ],
          deadlineMs - performance.now(),
        );
      this.#known.check(composedAt, last, (sequence) => ids.get(sequence) ?? null);
      // If the cached pools were outdated, the balances are read again: which ones a batch needs depends on its pools.
      const found = this.#known.isAsOf(listingSequence) ? balances : undefined;
      const all = found ?? (await this.#meetAndRead(batch, deadlineMs));
      for (const [name, held] of under?.balances ?? []) all.set(name, held);
      const loaded: SettleInput = {
        lastSequence: last.sequence,
        nowMs: nextTimeMs(this.#clock.believe(clockMs), last.id),
        entropy: randomInt(ENTROPY_VALUES),
        policy: this.#policy,
        tokens: this.#known.tokens,
        pools: this.#known.pools,
        addressOf: this.#known.addressOf,
        ...(symbols && { symbols }),
        balances: all,
        replies,
        references,
        ...(orders && { orders }),
        ...(under && { ordersUnder: under.orders }),
      };
      return { loaded, from: { last, backend } };
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
  }

  /** Reads the tokens and pools that are not cached yet, then all balances. */
  async #meetAndRead(batch: readonly Instruction[], deadlineMs: number): Promise<Map<string, bigint>> {
    const sql = this.#sql;
    const unmet = recordsNamed(batch, this.#known);
    if (!hasMetAll(unmet)) {
      const unmetRecords = [readTokens(sql, unmet.tokens), readPools(sql, unmet.pairs)] as const;
      this.#known.remember(...(await inTime(deadlineMs - performance.now(), unmetRecords)));
    }
    const [balances] = await inTime(deadlineMs - performance.now(), [readBalances(sql, this.#balances(batch))]);
    return balances;
  }

  /** The second round trip: writes and commits. False if it is certain that nothing was written. */
  async #write(settlement: EncodedSettlement, from: WrittenFrom, startMs: number): Promise<boolean> {
    try {
      const expired = sweepOf(settlement.replies, this.#policy.refusalRetentionMs);
      const swept = expired && sweep(this.#sql, expired).execute();
      const [moved] = await this.#inTime([write(this.#sql, settlement, from), commit(this.#sql), swept]);
      return moved;
    } catch (error) {
      await this.#abandon(error);
      if (!isLost(error)) throw error;
      return this.#findOut(settlement, startMs + this.#options.findOutMs);
    }
  }

  /** Finds out whether a settlement was committed. Takes the journal's lock first: once that is free, the transaction has ended. */
  async #findOut(settlement: EncodedSettlement, deadlineMs: number): Promise<boolean> {
    for (let waitMs = 20; ; waitMs = Math.min(500, waitMs * 2)) {
      const sql = this.#sql;
      try {
        const [, found] = await this.#inTime([this.#lockHead(sql), landed(sql, settlement), commit(sql)]);
        return found;
      } catch (error) {
        await this.#abandon(error);
        if (performance.now() + waitMs > deadlineMs) {
          const ids = settlement.transactions.map(({ id }) => id).join(' ');
          throw new OutcomeUnknown(`the connection was lost during a commit of ${ids || 'refusals only'}`, {
            cause: error,
          });
        }
        await sleep(waitMs);
      }
    }
  }

  /** Ends the open transaction: rolls it back, or replaces the connection if it is lost, leads to a standby or does not roll back. */
  async #abandon(error: unknown): Promise<void> {
    const sql = this.#sql;
    if (!isLost(error) && !isStandby(error)) {
      const rolledBack = await Promise.race([
        sql.unsafe('ROLLBACK').then(
          () => true,
          () => false,
        ),
        sleep(1000, false),
      ]);
      if (rolledBack) return;
    }
    this.#sql = reconnect(sql, error, this.#options, { max: 1 });
  }

  #inTime<const Work extends readonly unknown[]>(work: Work, timeoutMs = this.#options.timeoutMs) {
    return inTime(timeoutMs, work, () => lookForFrozen(this.#options));
  }

  /** Shorter than this node's own timeout, so that the server can report that the journal is locked. */
  get #lockWaitMs(): number {
    return Math.ceil(0.8 * this.#options.timeoutMs);
  }

  #balances(batch: readonly Instruction[]) {
    return balancesOf(batch, this.#known, this.#policy);
  }
}

const hasMetAll = ({ tokens, pairs }: Unmet): boolean => tokens.length === 0 && pairs.length === 0;
