// Whether a route is valid, judged without its pools: every fault, next to a similar route without that fault.
import { expect, test } from 'vitest';
import type { TokenAddress } from '../amount.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from './shape.ts';

const token = (name: string) => name as TokenAddress;
const pair = { tokenA: token('a'), tokenB: token('b') };
/** `a>c` is a hop from a to c that takes everything; `a>c:1/4` takes a quarter. */
const route = (...hops: string[]): RouteHop[] =>
  hops.map((text) => {
    const [, from = '', to = '', over = '1', under = '1'] = /^(\w+)>(\w+)(?::(\d+)\/(\d+))?$/.exec(text) ?? [];
    return { tokenIn: token(from), tokenOut: token(to), share: (WHOLE_SHARE * Number(over)) / Number(under) };
  });
const chain = (hops: number) =>
  route(
    ...Array.from({ length: hops }, (_, at) => `${at === 0 ? 'a' : `t${at}`}>${at === hops - 1 ? 'b' : `t${at + 1}`}`),
  );

test.each<[string, RouteHop[], string | undefined]>([
  ['the pair’s own pool is valid', route('a>b'), undefined],
  ['a route without hops is refused', [], 'no_hops'],
  ['64 hops are valid', chain(64), undefined],
  ['65 hops are too many', chain(65), 'too_many_hops'],
  ['a split over two paths is valid', route('a>b:1/2', 'a>c:1/2', 'c>b'), undefined],
  ['a pool must not occur twice', route('a>b:1/2', 'a>b:1/2'), 'pool_twice'],
  ['no hop may lead back into tokenA', route('a>c', 'c>a', 'a>b'), 'into_token_a'],
  ['no hop may lead out of tokenB', route('a>b', 'b>c'), 'out_of_token_b'],
  ['a loop on the way is refused', route('a>c', 'c>d', 'd>c', 'c>b'), 'out_of_order'],
  ['a hop from a token to itself is refused', route('a>c', 'c>c', 'c>b'), 'out_of_order'],
  ['a hop listed before the hop that feeds it is refused', route('c>b', 'a>c'), 'dangling'],
  ['a hop out of a token before the last hop into it', route('a>c:1/2', 'a>d:1/2', 'c>b', 'd>c'), 'out_of_order'],
  ['the same hops in order are valid', route('a>c:1/2', 'a>d:1/2', 'd>c', 'c>b'), undefined],
  ['a hop out of a token that no hop leads to is refused', route('a>b', 'd>b'), 'dangling'],
  ['a hop into a token that no hop leaves is refused', route('a>b:1/2', 'a>c:1/2'), 'dangling'],
  ['a route that does not reach tokenB is refused', route('a>c'), 'dangling'],
  ['shares that add up to less than all are refused', route('a>b:1/2'), 'shares_do_not_add_up'],
  ['shares that add up to more than all are refused', route('a>b:3/4', 'a>c:3/4', 'c>b'), 'shares_do_not_add_up'],
  ['shares of a token on the way that add up to less are refused', route('a>c', 'c>b:1/2'), 'shares_do_not_add_up'],
  ['a share of zero is refused', route('a>b:0/1'), 'bad_share'],
  ['a share of more than all is refused', route('a>b:2/1'), 'bad_share'],
  ['a share that is not a whole number is refused', route('a>b:1/3'), 'bad_share'],
])('%s', (_, hops, fault) => {
  expect(faultOfRoute(hops, pair, 'in')).toBe(fault);
});

test('for an exact output the shares of the hops into a token must add up to all, for an exact input of those out of it', () => {
  const into = route('a>c', 'a>b:1/4', 'c>b:3/4');
  expect(faultOfRoute(into, pair, 'out')).toBeUndefined();
  expect(faultOfRoute(into, pair, 'in')).toBe('shares_do_not_add_up');
});
