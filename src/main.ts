#!/usr/bin/env node
// The process: the only place that knows which stores there are.
import { existsSync } from 'node:fs';
import type { OpenStore } from './cli/command.ts';
import { run } from './cli/run.ts';
import { policyOf } from './cli/settings.ts';
import { StoreUnavailable } from './exchange/store.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

const openStore: OpenStore = async (settings, { mustExist }) => {
  const { path } = settings.DATABASE_URL;
  if (mustExist && !existsSync(path)) throw new StoreUnavailable('failed', `${path}: there is no such file`);
  return openSqliteStore({ path, busyTimeoutMs: settings.BUSY_TIMEOUT, policy: policyOf(settings) });
};

process.exitCode = await run(process.argv.slice(2), openStore);
