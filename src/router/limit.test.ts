// What each pool beyond the best path must add: both sides of the boundary, and no verdict by prices that are not equal.
import { expect, test } from 'vitest';
import { Equaliser } from './equalise.ts';
import { Limiter } from './limit.ts';
import { Market } from './market.ts';
import { Network } from './network.ts';

const AMOUNT = 100;

/** A deep pool from the start to the end, and a shallow way of two pools beside it. */
function split() {
  const market = new Market();
  const pool = (one: number, other: number, depth: number) => {
    const curve = { alpha: 1, beta: 1 / depth };
    market.append(one, other, curve, curve);
  };
  pool(0, 1, 1000);
  pool(0, 2, 100);
  pool(2, 1, 100);
  const network = new Network(market, 8);
  network.enter(0, 0.8);
  network.enter(1, 1);
  network.enter(2, 0.9);
  for (const edge of [0, 2, 4]) network.add(market, edge);
  const equaliser = new Equaliser(8);
  equaliser.startQuestion();
  return { market, network, equaliser };
}

const edgesOf = (network: Network) => [...network.edge.subarray(0, network.size)];

/** Worth 91.304 with the way and 90.909 without: 0.2165 % of it for each of the two pools. */
test.each([
  // At the prices of the split they seem to gain 0.2070 %, so that these are tried.
  [0.0021, 3],
  [0.00216, 3],
  [0.00217, 1],
  [0.003, 1],
  // And this is not.
  [0.002, 3],
])('where each pool must add %s, %s are left', (minGain, left) => {
  const { market, network, equaliser } = split();
  new Limiter(market, network, equaliser).limit(AMOUNT, { maxPools: 8, minGain });
  expect(edgesOf(network)).toEqual([0, 2, 4].slice(0, left));
});

test('what was tried while the looks ran out is put back', () => {
  const { market, network, equaliser } = split();
  let calls = 0;
  const running = {
    equalise(...asked: Parameters<Equaliser['equalise']>) {
      calls += 1;
      return equaliser.equalise(...asked);
    },
    get isSpent() {
      return calls > 1;
    },
  };
  new Limiter(market, network, running as Equaliser).limit(AMOUNT, { maxPools: 8, minGain: 0.003 });
  expect([calls, edgesOf(network)]).toEqual([2, [0, 2, 4]]);
});

test('above the most pools, those that gain least for each go first, however much that is', () => {
  const { market, network, equaliser } = split();
  new Limiter(market, network, equaliser).limit(AMOUNT, { maxPools: 2, minGain: 0 });
  expect(edgesOf(network)).toEqual([0]);
});
