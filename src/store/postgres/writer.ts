// The one place that changes a PostgreSQL exchange: two round trips a batch, whatever its size.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { balancesNamed, type Policy, tokensNamed } from '../../core/decide.ts';
import type { BalanceKey } from '../../core/ledger.ts';
import { orderPair, type Pool, pairKey, type Token } from '../../core/pool.ts';
import { type Instruction, type Loaded, settle } from '../../core/settle.ts';
import { ENTROPY_VALUES } from '../../core/transaction-id.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../exchange/store.ts';
import { type EncodedSettlement, encode, type WireOutcome } from '../writer/wire.ts';
import { type Connection, type ConnectionOptions, connect, inTime, isLost, isStandby } from './connection.ts';
import {
  landed,
  lockHead,
  readBalances,
  readPools,
  readReplies,
  readTokens,
  type WrittenFrom,
  write,
} from './statements.ts';

/** How often a batch is tried again after it is known that it was not written. */
const MAX_TRIES = 3;
/** A node that hangs or is cut off must not keep the others from the journal for longer. */
const LOCK_HELD_MS = 10_000;

export class PostgresWriter {
  readonly #options: ConnectionOptions;
  readonly #policy: Policy;
  /** One connection, so that its statements stay in order. */
  #sql: Connection;
  // Tokens and pools never change once listed, so remembering them cannot go wrong.
  readonly #tokens = new Map<TokenAddress, Token>();
  readonly #pools = new Map<string, Pool>();

  constructor(options: ConnectionOptions, policy: Policy) {
    this.#options = options;
    this.#policy = policy;
    this.#sql = connect(options, 1);
  }

  /** One batch at a time: they share a connection. Whatever this does not call unknown, it has rolled back. */
  async commit(batch: readonly Instruction[]): Promise<readonly WireOutcome[]> {
    const startMs = performance.now();
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { loaded, backend } = await this.#load(batch);
      const settlement = await this.#settle(batch, loaded);
      if (await this.#write(settlement, { lastSequence: loaded.lastSequence, backend }, startMs)) {
        this.#remember(settlement.tokens, settlement.pools);
        return settlement.answers;
      }
    }
    throw new StoreUnavailable('busy', 'the journal could not be written in several tries');
  }

  /** A fault of the program must not leave the journal locked. */
  async #settle(batch: readonly Instruction[], loaded: Loaded): Promise<EncodedSettlement> {
    try {
      return encode(settle(batch, loaded));
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
  }

  /** Throws unless the server answers and may be written; leaves the journal's lock alone. */
  async check(): Promise<void> {
    const sql = this.#sql;
    try {
      const [[row]] = await this.#inTime([
        sql<[{ isReadOnly: boolean }]>`SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
      ]);
      // In the server's own words, so that a standby is given up for another of the URL's hosts here too.
      if (row.isReadOnly) throw Object.assign(new Error('transactions are read-only'), { code: '25006' });
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 5 });
  }

  /** The first round trip: takes the lock, then reads what the batch names. */
  async #load(batch: readonly Instruction[]): Promise<{ loaded: Loaded; backend: number }> {
    const sql = this.#sql;
    const { tokens, pairs } = this.#unmet(batch);
    const metAll = tokens.length === 0 && pairs.length === 0;
    try {
      const [head, replies, balances] = await this.#inTime([
        lockHead(sql, { waitMs: this.#options.timeoutMs, holdMs: LOCK_HELD_MS }),
        readReplies(sql, batch),
        metAll ? readBalances(sql, this.#balances(batch)) : undefined,
      ]);
      if (!metAll) this.#remember(...(await this.#inTime([readTokens(sql, tokens), readPools(sql, pairs)])));
      const loaded: Loaded = {
        lastSequence: head.sequence,
        nowMs: Date.now(),
        entropy: randomInt(ENTROPY_VALUES),
        policy: this.#policy,
        tokens: this.#tokens,
        pools: this.#pools,
        balances: balances ?? (await this.#inTime([readBalances(sql, this.#balances(batch))]))[0],
        replies,
      };
      return { loaded, backend: head.backend };
    } catch (error) {
      await this.#abandon(error);
      throw error;
    }
  }

  /** The second round trip. False when it is certain that nothing was written. */
  async #write(settlement: EncodedSettlement, from: WrittenFrom, startMs: number): Promise<boolean> {
    try {
      const [moved] = await this.#inTime([write(this.#sql, settlement, from), this.#sql`COMMIT`.execute()]);
      return moved;
    } catch (error) {
      await this.#abandon(error);
      if (!isLost(error)) throw error;
      return this.#findOut(settlement, startMs + this.#options.findOutMs);
    }
  }

  /** Asks whether a settlement landed, once the lock says that its transaction has ended either way. */
  async #findOut(settlement: EncodedSettlement, deadlineMs: number): Promise<boolean> {
    for (let waitMs = 20; ; waitMs = Math.min(500, waitMs * 2)) {
      const sql = this.#sql;
      try {
        const [, found] = await this.#inTime([
          lockHead(sql, { waitMs: this.#options.timeoutMs, holdMs: LOCK_HELD_MS }),
          landed(sql, settlement),
          sql`COMMIT`.execute(),
        ]);
        return found;
      } catch (error) {
        await this.#abandon(error);
        if (performance.now() + waitMs > deadlineMs) {
          const ids = settlement.transactions.map(({ id }) => id).join(' ');
          throw new OutcomeUnknown(`the connection was lost during a commit of ${ids}`, { cause: error });
        }
        await sleep(waitMs);
      }
    }
  }

  /** Leaves the connection without an open transaction: a lost one, or a standby's, is given up for another. */
  async #abandon(error: unknown): Promise<void> {
    const sql = this.#sql;
    if (!isLost(error) && !isStandby(error)) {
      const rolledBack = await Promise.race([
        sql`ROLLBACK`.then(
          () => true,
          () => false,
        ),
        sleep(1000, false),
      ]);
      if (rolledBack) return;
    }
    this.#sql = connect(this.#options, 1);
    sql.end({ timeout: 0 }).catch(() => {});
  }

  /** A little longer than the server itself waits for the lock, so that its own answer comes first. */
  #inTime<const Work extends readonly unknown[]>(work: Work) {
    return inTime(this.#options.timeoutMs + 1000, work);
  }

  /** The tokens and pairs of a batch that this node has not met yet. */
  #unmet(batch: readonly Instruction[]) {
    const tokens = new Set<TokenAddress>();
    const pairs = new Map<string, readonly [TokenAddress, TokenAddress]>();
    for (const { command } of batch) {
      for (const token of tokensNamed(command)) if (!this.#tokens.has(token)) tokens.add(token);
      if (!('tokenA' in command)) continue;
      const key = pairKey(command.tokenA, command.tokenB);
      if (!this.#pools.has(key)) pairs.set(key, orderPair(command.tokenA, command.tokenB));
    }
    return { tokens: [...tokens], pairs: [...pairs.values()] };
  }

  /** Each once: every swap of a hot pool names the same balances. */
  #balances(batch: readonly Instruction[]): readonly BalanceKey[] {
    const seen = new Map<Account, Set<TokenAddress>>();
    const isNew = ({ account, token }: BalanceKey): boolean => {
      const tokens = seen.get(account);
      if (!tokens) seen.set(account, new Set([token]));
      else if (tokens.has(token)) return false;
      else tokens.add(token);
      return true;
    };
    return batch.flatMap(({ command }) => {
      const pool = 'tokenA' in command ? this.#pools.get(pairKey(command.tokenA, command.tokenB)) : undefined;
      return balancesNamed(command, pool, this.#policy).filter(isNew);
    });
  }

  #remember(tokens: readonly Token[], pools: readonly Pool[]): void {
    for (const token of tokens) this.#tokens.set(token.address, token);
    for (const pool of pools) this.#pools.set(pairKey(pool.token0, pool.token1), pool);
  }
}
