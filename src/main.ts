#!/usr/bin/env node
// The process: the only place that knows which stores there are.
import { existsSync } from 'node:fs';
import type { OpenCopyTarget, OpenStore } from './cli/command.ts';
import { run } from './cli/run.ts';
import { policyOf } from './cli/settings.ts';
import { StoreUnavailable } from './exchange/store.ts';
import { openPostgresCopyTarget } from './store/postgres/copy-target.ts';
import { openPostgresStore } from './store/postgres/store.ts';
import { openSqliteCopyTarget } from './store/sqlite/copy-target.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

const openStore: OpenStore = async (settings, { mustExist = false, mustWrite = false, warn }) => {
  const { DATABASE_URL: database, BUSY_TIMEOUT: timeoutMs, REQUEST_TIMEOUT: findOutMs, POOL_SIZE: poolSize } = settings;
  const policy = policyOf(settings);
  if (database.kind === 'postgres')
    return openPostgresStore({ url: database.url, poolSize, timeoutMs, findOutMs, policy }, warn);
  const { path } = database;
  if (mustExist && !existsSync(path)) throw new StoreUnavailable('failed', `${path}: there is no such file`);
  return openSqliteStore({ path, busyTimeoutMs: timeoutMs, policy, mustWrite });
};

const openCopyTarget: OpenCopyTarget = async (settings) => {
  const { DATABASE_URL: database, BUSY_TIMEOUT: timeoutMs, REQUEST_TIMEOUT: findOutMs } = settings;
  return database.kind === 'postgres'
    ? openPostgresCopyTarget({ url: database.url, poolSize: 1, timeoutMs, findOutMs })
    : openSqliteCopyTarget({ path: database.path, busyTimeoutMs: timeoutMs });
};

process.exitCode = await run(process.argv.slice(2), openStore, openCopyTarget);
// All is closed by now, but a connection whose other end is silent would keep the process for a quarter of an hour.
process.exit();
