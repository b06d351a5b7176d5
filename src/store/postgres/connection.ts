// Connects to PostgreSQL, and explains why it cannot be used.
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { StoreUnavailable, type Unavailable, UnreadableTransaction } from '../../ports/store.ts';
import { MigrationFailed } from '../migrations.ts';
import { PoolSockets } from './hosts.ts';
import { nameOf, targetOf } from './url.ts';

export type ConnectionOptions = {
  readonly url: string;
  readonly poolSize: number;
  /** Timeout for connecting, for the journal's lock, and for the answer to one question. */
  readonly timeoutMs: number;
  /** How long to keep asking for the outcome of a commit whose answer was lost. */
  readonly findOutMs: number;
  /** Index of the URL's host to start with, on a thread that has not connected yet. */
  readonly firstHost?: number;
};

export type Connection = Sql<{ bigint: number }>;
export type Transaction = TransactionSql<{ bigint: number }>;
/** Runs statements, inside or outside a transaction of the driver. */
export type Statements = Connection | Transaction;

/** A pool of connections that reconnect by themselves. */
export function connect(
  place: ConnectionOptions,
  max: number,
  keeping: { readonly max_lifetime?: null; readonly onclose?: () => void } = {},
): Connection {
  const { url, timeoutMs } = place;
  const { url: target, prepare, login, ssl } = targetOf(url);
  const sockets = new PoolSockets(place);
  const options = {
    max,
    prepare,
    connect_timeout: timeoutMs / 1000,
    // After a loss, reconnects quickly at first and later once a second: a quick recovery, but little load on a server that is down.
    backoff: (attempt: number) => Math.min(1, 0.05 * 2 ** attempt),
    onnotice: () => {},
    ...keeping,
    ...login,
    ...(ssl !== undefined && { ssl }),
    socket: sockets.open,
    connection: prepare ? { application_name: 'millpond' } : {},
    // If a connection broke while the driver asks for array types, the process would end; so the types used are listed here.
    fetch_types: false,
    types: {
      // Sequences and times are far below 2^53.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      ...(ARRAYS as object),
    },
  };
  try {
    const sql = postgres(target, options);
    refuseUnfinished(sql);
    destroyWhenEnded(sql, sockets);
    return sql;
  } catch (error) {
    // The driver's own error would contain the whole URL.
    throw new StoreUnavailable('failed', `the URL cannot be used (${(error as Error).message})`);
  }
}

const socketsOf = new WeakMap<Connection, PoolSockets>();

/** When a pool ends, destroys the sockets that it leaves open: a silent server never closes its end. */
function destroyWhenEnded(sql: Connection, sockets: PoolSockets): void {
  socketsOf.set(sql, sockets);
  const { end } = sql;
  sql.end = (options) => end(options).finally(() => sockets.destroy());
}

/**
 * Replaces a pool that failed with this error. If its server is silent or a standby, the new pool starts with the next host of the URL,
 * unless the caller knows that the host is not at fault.
 */
export function reconnect(
  sql: Connection,
  error: unknown,
  options: ConnectionOptions,
  { max, graceMs = 0, isHostAtFault = true }: { max: number; graceMs?: number; isHostAtFault?: boolean },
): Connection {
  if (isHostAtFault && (isLate(error) || isStandby(error))) socketsOf.get(sql)?.suspect();
  sql.end({ timeout: graceMs / 1000 }).catch(() => {});
  return connect(options, max);
}

type Query = {
  executed: unknown;
  handle(): Promise<void>;
  resolve(result: { command?: string | null }): void;
  reject(error: Error): void;
};

/** True once the class that all queries of the driver share is patched. */
let isGuarded = false;

/**
 * The driver may send a query to a socket that has failed but is not closed yet. After reconnecting, it takes the server's first message
 * for the answer and returns an empty result, although the query was never executed. The result of an executed statement names its
 * command, so a result without one is refused.
 */
function refuseUnfinished(sql: Connection): void {
  if (isGuarded) return;
  isGuarded = true;
  const prototype = Object.getPrototypeOf(sql`SELECT 1`) as Query;
  const { handle } = prototype;
  prototype.handle = function (this: Query): Promise<void> {
    const { executed, resolve } = this;
    if (!executed) {
      this.resolve = (result) =>
        Array.isArray(result) && result.command === null ? this.reject(unfinished()) : resolve(result);
    }
    return handle.call(this);
  };
}

const unfinished = () =>
  Object.assign(new Error('the connection was lost before it answered'), { code: 'CONNECTION_CLOSED' });

const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, '\\$&') : value}"`)).join(',')}}`;

const numberArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

const arrayType = (to: number, textOf: (values: never) => string) => ({
  to,
  from: [],
  // When the driver prepares a statement again that the server no longer has, it passes the serialized text.
  serialize: (values: unknown) => (typeof values === 'string' ? values : textOf(values as never)),
  parse: String,
});

/** The array types of the statements, by their OIDs in pg_type. */
const ARRAYS = {
  texts: arrayType(1009, textArray),
  integers: arrayType(1007, numberArray),
  bigints: arrayType(1016, numberArray),
  numerics: arrayType(1231, numberArray),
  doubles: arrayType(1022, numberArray),
};

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POOLER = 'the connection pooler loses prepared statements: add prepare=false to the URL';
/** By error code, or by its first two characters, the class, if no error of the class is a bug of this program. */
const REASONS: Readonly<Record<string, readonly [Unavailable, string]>> = {
  '25006': ['read_only', 'it is read-only; is it a standby?'],
  '26000': ['failed', POOLER],
  '28': ['failed', 'it does not accept this role'],
  '28P01': ['failed', 'the password is wrong'],
  '3D': ['failed', 'there is no such database'],
  '3F': ['failed', 'there is no such schema'],
  '40': ['busy', 'other transactions interfered'],
  '42703': ['failed', 'a column is missing: its schema may be that of a newer millpond'],
  '42501': ['failed', 'the role lacks a privilege'],
  '42704': ['failed', 'it does not know a parameter, perhaps one in the URL'],
  '42P01': ['failed', 'a table is missing'],
  '42P05': ['failed', POOLER],
  '53': ['busy', 'it is out of a resource'],
  '53100': ['full', 'its disk is full'],
  '53300': ['busy', 'it has no free connections'],
  '55P03': ['busy', 'another process holds the journal lock'],
  '57014': ['busy', 'it took too long'],
  '58': ['failed', 'the operating system reported an error'],
  XX: ['failed', 'it had an internal error'],
  XX001: ['corrupt', 'its data is damaged'],
  XX002: ['corrupt', 'an index of it is damaged'],
};

/** Converts an error with a known cause to a `StoreUnavailable` that names the server and the reason; returns others unchanged. */
export function explain(error: unknown, url: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  const unavailable = (reason: Unavailable, why: string) => new StoreUnavailable(reason, `${nameOf(url)}: ${why}`);
  if (error instanceof MigrationFailed) {
    const why = explain(error.cause, url);
    return why instanceof StoreUnavailable ? why : unavailable('failed', error.message);
  }
  if (error instanceof UnreadableTransaction) return error;
  if (error instanceof StoreUnavailable) return unavailable(error.reason, error.message);
  if (typeof code !== 'string') return error;
  const known =
    REASONS[code] ??
    REASONS[code.slice(0, 2)] ??
    (hasHungUp(error) && (['failed', 'it closed the connection'] as const));
  if (known) return unavailable(known[0], `${known[1]} (PostgreSQL: ${message}, code ${code})`);
  return isLost(error) ? unavailable('failed', `it cannot be reached (${message || code})`) : error;
}

/** True if the connection failed, so that the outcome of a statement is unknown. */
export function isLost(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: unknown };
  if (typeof code !== 'string') return false;
  // Only an error of the server itself tells the outcome, unless the server is closing the connection; after errors of the
  // driver, the operating system or TLS, the statement may have been executed or not.
  return name !== 'PostgresError' || hasHungUp(error);
}

/** True if the server is closing the connection. A pooler may report this without a severity, by a code of class 08. */
function hasHungUp(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || severity === 'PANIC' || /^(08|57P0)/.test(String(code));
}

/** True if the server is read-only, so that another of the URL's hosts should be tried. */
export const isStandby = (error: unknown): boolean => (error as { code?: unknown }).code === '25006';

/** True if a lock was not free within its timeout. */
export const isLocked = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True if there was no answer in time. */
export const isLate = (error: unknown): boolean => (error as { code?: unknown }).code === 'CONNECT_TIMEOUT';

/** Waits for all of the work, so that no failure is unhandled; throws the first failure, or a timeout. Calls `onSlow` after half of the time. */
export async function inTime<const Work extends readonly unknown[]>(
  timeoutMs: number,
  work: Work,
  onSlow?: () => void,
): Promise<{ -readonly [K in keyof Work]: Awaited<Work[K]> }> {
  const settled = Promise.allSettled(work);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' }));
    const halfMs = timeoutMs / 2;
    const slow = () => {
      timer = setTimeout(end, halfMs);
      onSlow?.();
    };
    timer = onSlow ? setTimeout(slow, halfMs) : setTimeout(end, timeoutMs);
  });
  try {
    for (const result of await Promise.race([settled, late])) if (result.status === 'rejected') throw result.reason;
    return (await Promise.all(work)) as never;
  } finally {
    clearTimeout(timer);
  }
}
