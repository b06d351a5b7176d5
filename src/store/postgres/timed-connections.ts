// A pool of connections whose questions time out. Once the server is known to be silent, questions fail at once until it answers again.
import { setTimeout as sleep } from 'node:timers/promises';
import { endOfTurn } from '../../thread/shared-turn.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  explain,
  inTime,
  isLate,
  isStandby,
  reconnect,
} from './connection.ts';
import { ConnectionHealth } from './connection-health.ts';
import { lookForFrozen } from './frozen-peers.ts';

/** Pause between two probes of a silent server. */
const PROBE_PAUSE_MS = 100;

export class TimedConnections {
  readonly #options: ConnectionOptions;
  readonly #max: number;
  readonly #graceMs: number;
  #sql: Connection;
  #health: ConnectionHealth;
  /** The error of the question that found the server silent, until a probe is answered. */
  #silence: unknown;
  #isClosed = false;
  readonly #onSlow = () => lookForFrozen(this.#options);

  /** `graceMs`: how long questions that are running when the pool is replaced may still take. */
  constructor(
    options: ConnectionOptions,
    max: number,
    { sql = connect(options, max), graceMs = options.timeoutMs }: { sql?: Connection; graceMs?: number } = {},
  ) {
    this.#options = options;
    this.#max = max;
    this.#graceMs = graceMs;
    this.#sql = sql;
    this.#health = new ConnectionHealth(options.timeoutMs);
  }

  /**
   * Asks a question. Only questions asked before the silence is noticed wait for a silent server: a request with several questions in
   * sequence would otherwise wait `timeoutMs` for each.
   */
  async ask<Answer>(question: (sql: Connection) => PromiseLike<Answer>): Promise<Answer> {
    const silence = this.#silence;
    if (silence !== undefined) {
      // Lets the event loop turn, so that a caller which retries at once does not keep the probe from running.
      await endOfTurn();
      throw silence;
    }
    const { timeoutMs, url } = this.#options;
    const sql = this.#sql;
    const askedMs = performance.now();
    try {
      const [answer] = await inTime(timeoutMs, [question(sql)], this.#onSlow);
      if (sql === this.#sql) this.#health.answered(askedMs);
      return answer as Answer;
    } catch (error) {
      const explained = explain(error, url);
      if (sql === this.#sql) this.#recover(error, askedMs, explained);
      throw explained;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 5 });
  }

  #recover(error: unknown, askedMs: number, explained: unknown): void {
    if (isStandby(error)) this.#renew(error);
    // Reconnecting while all connections are busy would only add to the load.
    if (!isLate(error) || this.#health.isOnlyBusy(askedMs)) return;
    const isSilent = !this.#health.hasAnsweredSince(askedMs);
    this.#renew(error, isSilent);
    if (!isSilent) return;
    this.#silence = explained;
    void this.#probe();
  }

  /** Replaces the pool, since the operating system would take 15 minutes to recognise a silent connection as dead. */
  #renew(error: unknown, isHostAtFault = true): void {
    const how = { max: this.#max, graceMs: this.#graceMs, isHostAtFault };
    this.#sql = reconnect(this.#sql, error, this.#options, how);
    this.#health = new ConnectionHealth(this.#options.timeoutMs);
  }

  /** Probes the server until it answers; then questions are sent to it again. */
  async #probe(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await inTime(this.#options.timeoutMs, [this.#sql`SELECT 1`]);
        break;
      } catch (error) {
        if (isLate(error)) this.#renew(error);
        await sleep(PROBE_PAUSE_MS, undefined, { ref: false });
      }
    }
    this.#silence = undefined;
  }
}
