// Searches the activity since a press for the change that it asked for.
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
  ['the same change is found', page(null, provide(9), provide(8)), LIKE, 9],
  [
    'the same change with its tokens in the other order is found',
    page(null, provide(9)),
    { tokenA: 'b', tokenB: 'a', amountA: '25', amountB: '10' },
    9,
  ],
  ['the same change with a trailing zero is found', page(null, provide(9, '10.0')), LIKE, 9],
  ['the same change from before the press is not found', page(null, provide(7), provide(6)), LIKE, 'none'],
  ['a change of another amount is not found', page(null, provide(9, '10.1')), LIKE, 'none'],
  ['a change of another pair is not found', page(null, { ...provide(9), tokenB: 'c' }), LIKE, 'none'],
  ['a change without the field that is searched is not found', page(null, provide(9)), { lpTokens: '3' }, 'none'],
  ['nothing is found in an empty activity', page(null), LIKE, 'none'],
  ['nothing is known if the page does not reach back to the press', page('9', provide(9, '1')), LIKE, null],
  ['nothing is found if the page reaches back to the press', page('6', provide(9, '1'), provide(7)), LIKE, 'none'],
  ['a one-token change of the same amount is found', page(null, ALONE), ONE, 9],
  ['a one-token change that paid less is found', page(null, { ...ALONE, amountA: '3.9', lpTokens: '4' }), ONE, 9],
  ['a one-token change that paid more is not found', page(null, { ...ALONE, amountA: '5' }), ONE, 'none'],
  ['a one-token change for fewer LP tokens is not found', page(null, { ...ALONE, lpTokens: '2' }), ONE, 'none'],
  [
    'a one-token change of the other token is not found',
    page(null, { ...ALONE, swapped: { ...SWAPPED, tokenA: 'b', tokenB: 'a' } }),
    ONE,
    'none',
  ],
  ['a two-token change is not found for one token', page(null, { ...provide(9, '4'), lpTokens: '3' }), ONE, 'none'],
])('%s', (_, activity, like, expected) => expect(sameSince(activity, 7, like)).toBe(expected));
