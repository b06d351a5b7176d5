// A page that the server cuts short is filled by further requests, up to a limit.
import { expect, test } from 'vitest';
import { fill, MOST_PAGES } from './fill.ts';

/** A journal of `head` numbers that has these rows; the server scans `look` numbers per page, newest first. */
const journal = (head: number, rows: readonly number[], look = 10) => {
  const asked: (readonly [string | null, number])[] = [];
  const ask = async (cursor: string | null, limit: number) => {
    asked.push([cursor, limit]);
    const from = cursor === null ? head : Number(cursor) - 1;
    const found = rows.filter((row) => row <= from && row > from - look).slice(0, limit);
    const end = found.length === limit ? (found.at(-1) ?? 0) : from - look + 1;
    return { found, nextCursor: end <= 1 ? null : String(end) };
  };
  return { asked, page: (cursor: string | null, limit: number) => fill(ask, ({ found }) => found, { cursor, limit }) };
};

test('an empty page does not end the list: later pages are requested until a row is found', async () => {
  expect(await journal(100, [5]).page(null, 20)).toMatchObject({ rows: [5], nextCursor: null });
});

test('a page is filled by several requests up to its limit, and the next one continues from there', async () => {
  const { page, asked } = journal(100, [98, 75, 74, 31, 5]);
  expect(await page(null, 3)).toMatchObject({ rows: [98, 75, 74], nextCursor: '74' });
  expect(asked).toEqual([
    [null, 3],
    ['91', 2],
    ['81', 2],
  ]);
  expect(await page('74', 3)).toMatchObject({ rows: [31, 5], nextCursor: null });
});

test('a full page takes one request', async () => {
  const { page, asked } = journal(100, [100, 99, 98]);
  await page(null, 2);
  expect(asked).toHaveLength(1);
});

test('filling stops after MOST_PAGES requests and returns the cursor to continue from', async () => {
  const { page, asked } = journal(10_000, [1]);
  expect(await page(null, 5)).toMatchObject({ rows: [], nextCursor: String(10_000 - 10 * MOST_PAGES + 1) });
  expect(asked).toHaveLength(MOST_PAGES);
});
