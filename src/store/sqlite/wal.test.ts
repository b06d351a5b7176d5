// The write-ahead log is copied into the file (a checkpoint) between batches, by another thread if there is one, and never by a commit.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit } from '../../../test/paper-orders.ts';
import { MARKET, order } from '../../../test/store-contract/site.ts';
import { CheckpointThread, canCopyBeside } from './checkpoint/checkpoints.ts';
import { openWriter } from './connection.ts';
import { identityOf } from './file-identity.ts';
import { type Checkpoints, WriteAheadLog } from './wal.ts';

const file = useExchangeFile(MARKET);
const sizeOf = (path: string) => statSync(path).size;

/** Adds pages to the log; `grows` returns true if the file has grown, because the log was copied into it. */
function openLog(checkpoints?: Checkpoints) {
  const db = openWriter({ path: file(), busyTimeoutMs: 20 });
  const log = new WriteAheadLog(db, checkpoints);
  db.exec('CREATE TABLE filler (bytes BLOB)');
  const grows = (rows: number, pages = 2000) => {
    const before = sizeOf(file());
    db.exec(
      `WITH RECURSIVE page (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM page WHERE n < ${pages}) INSERT INTO filler SELECT randomblob(4000) FROM page`,
    );
    log.grew(rows);
    log.tidy();
    return sizeOf(file()) > before;
  };
  return { db, log, grows };
}

test('the log is copied after every 4000 rows, unless a reader still needs it', () => {
  const { db, grows } = openLog();
  expect([grows(3999), grows(1), grows(3999), grows(1)]).toEqual([false, true, false, true]);
  const reader = new DatabaseSync(file());
  reader.exec('BEGIN; SELECT * FROM head');
  expect(grows(4000)).toBe(false);
  reader.exec('COMMIT');
  expect(grows(4000)).toBe(true);
  reader.close();
  db.close();
});

describe('if another thread copies the log', () => {
  /** Stands in for the thread: answers when and what the test decides, and copies nothing. */
  const asked = () => {
    const answers: ((pages: number | undefined) => void)[] = [];
    return { answers, copy: () => new Promise<number | undefined>((resolve) => answers.push(resolve)) };
  };
  const told = () => new Promise((resolve) => setImmediate(resolve));

  test('the thread is asked again only after it has answered, and the writer itself copies nothing', async () => {
    const elsewhere = asked();
    const { db, grows } = openLog(elsewhere);
    expect([grows(4000), grows(4000), elsewhere.answers.length]).toEqual([false, false, 1]);
    elsewhere.answers[0]?.(8000);
    await told();
    expect([grows(0), elsewhere.answers.length]).toEqual([false, 2]);
    db.close();
  });

  test.each([
    ['if the thread leaves a log of over 8000 pages, the writer copies the rest, so that the log restarts', 8001],
    ['if the thread’s copy failed, the writer copies the log', undefined],
  ])('%s', async (_, answer) => {
    const elsewhere = asked();
    const { db, grows } = openLog(elsewhere);
    grows(4000);
    elsewhere.answers[0]?.(answer);
    await told();
    expect([grows(0), grows(0)]).toEqual([true, false]);
    db.close();
  });

  test('a log that is written without pause restarts at its beginning, instead of growing for ever', async () => {
    const checkpoints = new CheckpointThread({ path: file(), busyTimeoutMs: 20, file: identityOf(file()) });
    const { db, grows } = openLog(checkpoints);
    // A slow machine copies less often, so this writes until the log has restarted at least twice.
    let written = 0;
    for (let isLong = true; isLong; isLong = written < 40_000 || written < 2.5 * (sizeOf(`${file()}-wal`) / 4120)) {
      expect(written).toBeLessThan(400_000);
      grows(1000, 400);
      written += 400;
      await told();
    }
    await checkpoints.close();
    db.close();
  });

  test('copy() returns the number of pages in the log, or undefined if the thread is closed or the path leads to another file', async () => {
    const [path, busyTimeoutMs] = [file(), 20];
    const checkpoints = new CheckpointThread({ path, busyTimeoutMs, file: identityOf(path) });
    const { db } = openLog(checkpoints);
    expect(await checkpoints.copy()).toBeGreaterThan(0);
    await checkpoints.close();
    expect(await checkpoints.copy()).toBe(undefined);
    db.close();
    const lost = new CheckpointThread({ path, busyTimeoutMs, file: { file: 'another', log: undefined } });
    expect(await lost.copy()).toBe(undefined);
    await lost.close();
  });
});

test.each([
  ['3.51.2', false],
  ['3.51.3', true],
  ['3.53.4', true],
  ['4.0.0', true],
  ['', false],
])('another thread may copy the log with SQLite %s: %s', (version, expected) => {
  expect(canCopyBeside(version)).toBe(expected);
});

test('a writer copies the log after it has replied', async () => {
  const store = await openStore(file());
  const many = Array.from({ length: 2400 }, (_, index) => order(deposit(`${ann}${index}` as never, APPLE, 1n)));
  // The copy may already follow the reply to the first of the two commits, so the size is read before both.
  const before = sizeOf(file());
  await store.commit(many);
  await store.commit([order(deposit(ann, APPLE, 1n))]);
  await expect.poll(() => sizeOf(file())).toBeGreaterThan(before);
  await store.close();
});
