// Validity of a route without its pools: every fault, next to a similar route without it.
import { expect, test } from 'vitest';
import type { TokenAddress } from '../amount.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from './shape.ts';

const token = (name: string) => name as TokenAddress;
const pair = { tokenA: token('a'), tokenB: token('b') };
/** `a>c` takes everything, `a>c:1/4` a quarter. */
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
  ['the pool of the pair', route('a>b'), undefined],
  ['no hop', [], 'no_hops'],
  ['64 hops', chain(64), undefined],
  ['65 hops', chain(65), 'too_many_hops'],
  ['two ways', route('a>b:1/2', 'a>c:1/2', 'c>b'), undefined],
  ['a pool twice', route('a>b:1/2', 'a>b:1/2'), 'pool_twice'],
  ['back into tokenA', route('a>c', 'c>a', 'a>b'), 'into_token_a'],
  ['on from tokenB', route('a>b', 'b>c'), 'out_of_token_b'],
  ['a loop between', route('a>c', 'c>d', 'd>c', 'c>b'), 'out_of_order'],
  ['a token for itself', route('a>c', 'c>c', 'c>b'), 'out_of_order'],
  ['a hop before what feeds it', route('c>b', 'a>c'), 'dangling'],
  ['a hop out of a token before all is in', route('a>c:1/2', 'a>d:1/2', 'c>b', 'd>c'), 'out_of_order'],
  ['the same in order', route('a>c:1/2', 'a>d:1/2', 'd>c', 'c>b'), undefined],
  ['from nowhere', route('a>b', 'd>b'), 'dangling'],
  ['to nowhere', route('a>b:1/2', 'a>c:1/2'), 'dangling'],
  ['past tokenB', route('a>c'), 'dangling'],
  ['less than all', route('a>b:1/2'), 'shares_do_not_add_up'],
  ['more than all', route('a>b:3/4', 'a>c:3/4', 'c>b'), 'shares_do_not_add_up'],
  ['less than all on the way', route('a>c', 'c>b:1/2'), 'shares_do_not_add_up'],
  ['a share of nothing', route('a>b:0/1'), 'bad_share'],
  ['a share beyond all', route('a>b:2/1'), 'bad_share'],
  ['a share between two', route('a>b:1/3'), 'bad_share'],
])('%s', (_, hops, fault) => {
  expect(faultOfRoute(hops, pair, 'in')).toBe(fault);
});

test('for an exact output, the shares into each token add up to one', () => {
  const into = route('a>c', 'a>b:1/4', 'c>b:3/4');
  expect(faultOfRoute(into, pair, 'out')).toBeUndefined();
  expect(faultOfRoute(into, pair, 'in')).toBe('shares_do_not_add_up');
});
