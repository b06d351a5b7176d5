// Connections that fail a question that is not answered in time, and are renewed then: nothing hangs on a silent server.
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

export class TimedConnections {
  readonly #options: ConnectionOptions;
  readonly #connections: number;
  #sql: Connection;

  constructor(options: ConnectionOptions, connections: number) {
    this.#options = options;
    this.#connections = connections;
    this.#sql = connect(options, connections);
  }

  /** A question that is not answered in time has failed, wherever it hangs, and the next gets another connection. */
  async ask<Answer>(question: (sql: Connection) => PromiseLike<Answer>): Promise<Answer> {
    const { timeoutMs, url } = this.#options;
    const sql = this.#sql;
    try {
      const [answer] = await inTime(timeoutMs, [question(sql)]);
      return answer as Answer;
    } catch (error) {
      if ((isLate(error) || isStandby(error)) && sql === this.#sql)
        this.#sql = reconnect(sql, error, this.#options, { max: this.#connections });
      throw explain(error, url);
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }
}
