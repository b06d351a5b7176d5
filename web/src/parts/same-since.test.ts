// Matches a press against the activity since then.
import { expect, test } from 'vitest';
import type { Calls } from '#client';
import { sameSince } from './same-since.ts';

type Activity = Calls['getActivity']['output'];
const provide = (sequence: number, amountA = '10', amountB = '25') => ({
  sequence,
  tokenA: 'a',
  tokenB: 'b',
  amountA,
  amountB,
});
const page = (nextCursor: string | null, ...activity: object[]) => ({ activity, nextCursor }) as unknown as Activity;
const LIKE = { tokenA: 'a', tokenB: 'b', amountA: '10', amountB: '25' };

const SWAPPED = { tokenA: 'a', tokenB: 'b', amountA: '6', amountB: '15' };
const ALONE = { ...provide(9, '4', '15'), kind: 'provide', lpTokens: '3', swapped: SWAPPED };
const ONE = { tokenA: 'a', tokenB: 'b', one: { token: 'a', paid: '10', lpTokens: '3' } };

test.each([
  ['it is there', page(null, provide(9), provide(8)), LIKE, 9],
  [
    'it is there in the other order',
    page(null, provide(9)),
    { tokenA: 'b', tokenB: 'a', amountA: '25', amountB: '10' },
    9,
  ],
  ['it is there with other zeros', page(null, provide(9, '10.0')), LIKE, 9],
  ['the same was there before alone', page(null, provide(7), provide(6)), LIKE, 'none'],
  ['there is another amount', page(null, provide(9, '10.1')), LIKE, 'none'],
  ['there is another pair', page(null, { ...provide(9), tokenB: 'c' }), LIKE, 'none'],
  ['what is known of it is less', page(null, provide(9)), { lpTokens: '3' }, 'none'],
  ['there is nothing at all', page(null), LIKE, 'none'],
  ['the page ends before that moment', page('9', provide(9, '1')), LIKE, null],
  ['the page reaches over that moment', page('6', provide(9, '1'), provide(7)), LIKE, 'none'],
  ['all of one token is there', page(null, ALONE), ONE, 9],
  ['less of it was taken, for more', page(null, { ...ALONE, amountA: '3.9', lpTokens: '4' }), ONE, 9],
  ['more of one token is there', page(null, { ...ALONE, amountA: '5' }), ONE, 'none'],
  ['it brought less', page(null, { ...ALONE, lpTokens: '2' }), ONE, 'none'],
  ['it was the other token', page(null, { ...ALONE, swapped: { ...SWAPPED, tokenA: 'b', tokenB: 'a' } }), ONE, 'none'],
  ['both tokens are there', page(null, { ...provide(9, '4'), lpTokens: '3' }), ONE, 'none'],
])('%s', (_, activity, like, expected) => expect(sameSince(activity, 7, like)).toBe(expected));
