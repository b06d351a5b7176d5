// How far the follower goes transaction by transaction before it reads everything again.
import { expect, test } from 'vitest';
import type { ListedToken } from '../core/pool.ts';
import type { Tail } from '../ports/tail.ts';
import { Follower } from './follower.ts';

test('the more tokens there are to read, the more transactions are counted up instead', async () => {
  const mark = { sequence: 7, id: 'seven' };
  const listed = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ address: `token-${at}`, symbol: 'T', decimals: 0, status: 'listed' }));
  const mostOf = async (tokens: number) => {
    const asked: number[] = [];
    const nothing = { mark, listingSequence: 0, pools: [], balances: [] };
    const tail = {
      everythingCosts: 20,
      everything: async () => ({ ...nothing, tokens: listed(tokens) as ListedToken[] }),
      since: async (_, atMost) => {
        asked.push(atMost);
        return { mark, listingSequence: 0, posted: [] };
      },
    } as Pick<Tail, 'everythingCosts' | 'everything' | 'since'> as Tail;
    const follower = new Follower(tail, []);
    await follower.catchUp();
    await follower.catchUp();
    return asked;
  };
  expect(await mostOf(6)).toEqual([20]);
  expect(await mostOf(1001)).toEqual([101]);
  expect(await mostOf(60_000)).toEqual([5000]);
});
