// The log is brought into the file between batches, sooner where there is time, and never by a commit.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit } from '../../../test/paper-orders.ts';
import { MARKET, order } from '../../../test/store-contract/site.ts';
import { openWriter } from './connection.ts';
import { Log } from './log.ts';

const file = useExchangeFile(MARKET);
const sizeOf = (path: string) => statSync(path).size;

test('after so many rows: fewer when batches are small, and all the same while someone reads', () => {
  const db = openWriter({ path: file(), busyTimeoutMs: 20 });
  const log = new Log(db);
  db.exec('CREATE TABLE filler (bytes BLOB)');
  /** Whether what a batch of so many, with so many rows, has put into the log was brought into the file. */
  const grows = (batch: number, rows: number) => {
    const before = sizeOf(file());
    db.exec(
      'WITH RECURSIVE page (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM page WHERE n < 2000) INSERT INTO filler SELECT randomblob(4000) FROM page',
    );
    log.grew(batch, rows);
    log.tidy();
    return sizeOf(file()) > before;
  };
  expect([grows(15, 999), grows(15, 1), grows(15, 999), grows(16, 1), grows(16, 6999), grows(16, 1)]).toEqual([
    false,
    true,
    false,
    false,
    false,
    true,
  ]);
  const reader = new DatabaseSync(file());
  reader.exec('BEGIN; SELECT * FROM head');
  expect(grows(1, 1000)).toBe(false);
  reader.exec('COMMIT');
  expect(grows(1, 1000)).toBe(true);
  reader.close();
  db.close();
});

test('a writer does so once it has replied', async () => {
  const store = await openStore(file());
  const many = Array.from({ length: 600 }, (_, index) => order(deposit(`${ann}${index}` as never, APPLE, 1n)));
  await store.commit(many);
  const before = sizeOf(file());
  await store.commit([order(deposit(ann, APPLE, 1n))]);
  await expect.poll(() => sizeOf(file()), { timeout: 30_000 }).toBeGreaterThan(before);
  await store.close();
});
