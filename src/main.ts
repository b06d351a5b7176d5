#!/usr/bin/env node
// Entry point of the `millpond` program: the only module that imports the implementations of the store (SQLite, PostgreSQL).
import { existsSync, statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { OpenCopyTarget, OpenStore } from './cli/command.ts';
import { run } from './cli/run.ts';
import { policyOf } from './cli/settings.ts';
import { StoreUnavailable } from './ports/store.ts';
import { openSqliteCopyTarget } from './store/sqlite/copy-target.ts';
import { looseModes } from './store/sqlite/modes.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

// Node was started with --max-semi-space-size for the main thread. Resets it, since it would override the limits that other threads set.
setFlagsFromString('--max-semi-space-size=0');

/** A clock that jumps ahead by more is not accepted at once; changes are refused until the new time has lasted so long. */
const CLOCK_AHEAD_MS = 30_000;

/** PostgreSQL connections that answer reads; more of them wait for the database rather than help. */
const READING_CONNECTIONS = 4;

const openStore: OpenStore = async (settings, { mustExist = false, mustWrite = false, isServer = false, warn }) => {
  const { DATABASE_URL: database, BUSY_TIMEOUT: timeoutMs, REQUEST_TIMEOUT: findOutMs } = settings;
  if (database.kind === 'postgres') {
    // Imported only if PostgreSQL is used: its driver takes memory.
    const { openPostgresStore } = await import('./store/postgres/store.ts');
    return openPostgresStore(
      {
        url: database.url,
        poolSize: READING_CONNECTIONS,
        timeoutMs,
        findOutMs,
        policy: policyOf(settings),
        clockAheadMs: CLOCK_AHEAD_MS,
        mustExist,
      },
      warn,
    );
  }
  const { path } = database;
  if (mustExist && !existsSync(path))
    throw new StoreUnavailable('failed', `${path}: there is no such file; millpond serve creates it`);
  if (mustExist && statSync(path).size === 0)
    throw new StoreUnavailable('failed', `${path}: it is empty: it contains no exchange`);
  const store = await openSqliteStore(
    { path, busyTimeoutMs: timeoutMs, clockAheadMs: CLOCK_AHEAD_MS, policy: policyOf(settings), mustWrite, isServer },
    warn,
  );
  const loose = looseModes(path);
  if (loose !== undefined) warn?.(loose);
  return store;
};

const openCopyTarget: OpenCopyTarget = async (settings) => {
  const { DATABASE_URL: database, BUSY_TIMEOUT: timeoutMs, REQUEST_TIMEOUT: findOutMs } = settings;
  if (database.kind === 'sqlite') return openSqliteCopyTarget({ path: database.path, busyTimeoutMs: timeoutMs });
  const { openPostgresCopyTarget } = await import('./store/postgres/copy-target.ts');
  return openPostgresCopyTarget({ url: database.url, poolSize: 1, timeoutMs, findOutMs });
};

process.exitCode = await run(process.argv.slice(2), {
  openStore,
  openCopyTarget,
});
// The command has closed everything, but a database connection whose other end is silent would keep the process alive for 15 minutes.
process.exit();
