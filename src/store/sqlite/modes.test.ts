// The files of an exchange are private to their owner; files open to others are reported.
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APPLE } from '../../../test/paper-exchange.ts';
import { registerToken } from '../../../test/paper-orders.ts';
import { order, POLICY } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { looseModes } from './modes.ts';
import { openSqliteStore } from './store.ts';

const at = useTempFolder();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('files (skipped on Windows, which has no such modes)', () => {
  // Each worker of the test runner is a process, so that setting the umask affects this file alone.
  let mask: number;
  beforeEach(() => {
    mask = process.umask(0o022);
  });
  afterEach(() => void process.umask(mask));

  test('are created private to their owner, with every missing folder', async () => {
    const path = at('new/data/millpond.db');
    const store = await openSqliteStore({ path, busyTimeoutMs: 1000, policy: POLICY });
    await store.commit([order(registerToken(APPLE))]);
    expect(['', '-wal', '-shm'].map((ending) => modeOf(path + ending))).toEqual(['600', '600', '600']);
    expect([dirname(path), dirname(dirname(path))].map(modeOf)).toEqual(['700', '700']);
    expect(looseModes(path)).toBeUndefined();
    await store.close();
  });

  test('that others may read keep their mode, and are named in a warning', async () => {
    const path = at('millpond.db');
    await (await openSqliteStore({ path, busyTimeoutMs: 1000, policy: POLICY })).close();
    chmodSync(path, 0o640);
    chmodSync(dirname(path), 0o755);
    const store = await openSqliteStore({ path, busyTimeoutMs: 1000, policy: POLICY });
    expect(modeOf(path)).toBe('640');
    expect(looseModes(path)).toBe(
      `others on this machine may read or enter ${dirname(path)} (755), ${path} (640), ${path}-wal (640), ${path}-shm (640): chmod go-rwx keeps them out`,
    );
    await store.close();
  });
});
