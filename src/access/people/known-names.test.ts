import { expect, test } from 'vitest';
import type { Venue } from '../../ports/venue.ts';
import { KnownNames } from './known-names.ts';

test('KnownNames lets the event loop run after every page of accounts, and lists them at most once a minute', async () => {
  const [pages, turns] = [[] as number[], { count: 0 }];
  let isOver = false;
  const count = () => {
    turns.count += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const accounts = async ({ cursor = '0' }: { cursor?: string }) => {
    pages.push(turns.count);
    const at = Number(cursor) + 1;
    return { items: [{ account: `pupil-${at}` }], nextCursor: at < 20 ? `${at}` : null };
  };
  let nowMs = 0;
  const known = new KnownNames({ accounts } as unknown as Pick<Venue, 'accounts'>, () => nowMs);
  expect(await Promise.all([known.hasLike('Pupi1.20'), known.hasLike('pupil21')])).toEqual([true, false]);
  isOver = true;
  expect([pages.length, new Set(pages).size]).toEqual([20, 20]);
  nowMs = 59_999;
  await known.hasLike('pupil3');
  expect(pages).toHaveLength(20);
  nowMs = 60_000;
  await known.hasLike('pupil3');
  expect(pages).toHaveLength(40);
});

test('if the accounts cannot be listed, the next question lists them again', async () => {
  let isUp = false;
  const accounts = async () => {
    if (!isUp) throw new Error('the database is gone');
    return { items: [{ account: 'pupil' }], nextCursor: null };
  };
  const known = new KnownNames({ accounts } as unknown as Pick<Venue, 'accounts'>, () => 0);
  await expect(known.hasLike('pupi1')).rejects.toThrow('the database is gone');
  isUp = true;
  expect(await known.hasLike('pupi1')).toBe(true);
});

test('an account is like another one, but not like itself', async () => {
  const items = ['pupil', 'lonely', 'pupi1', 'p.upil'].map((account) => ({ account }));
  const accounts = async () => ({ items, nextCursor: null });
  const known = new KnownNames({ accounts } as unknown as Pick<Venue, 'accounts'>, () => 0);
  for (const [name, isLike] of [
    ['pupil', true],
    ['pupi1', true],
    ['p.upil', true],
    ['lonely', false],
  ] as const)
    expect([name, await known.hasOtherLike(name)]).toEqual([name, isLike]);
});
