// The limiter removes pools that add less than `minGain` each: both sides of the boundary, and no removal if the prices could not be equalised.
import { expect, test } from 'vitest';
import { Equaliser } from './equalise.ts';
import { Limiter } from './limit.ts';
import { RouterMarket } from './market.ts';
import { Network } from './network.ts';

const AMOUNT = 100;

/** A deep pool from the start to the end, and an alternative of two shallow pools. */
function split() {
  const market = new RouterMarket();
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

/** The trade pays 91.304 with the alternative and 90.909 without it: 0.2165 % for each of its two pools. */
test.each([
  // At the prices of the split the two pools seem to gain 0.2070 % each, so above that the limiter tries to remove them.
  [0.0021, 3],
  [0.00216, 3],
  [0.00217, 1],
  [0.003, 1],
  // Below 0.2070 % it does not try.
  [0.002, 3],
])('if each pool must add a share of %s, the limiter leaves %s of three pools', (minGain, left) => {
  const { market, network, equaliser } = split();
  new Limiter(market, network, equaliser).limit(AMOUNT, { maxPools: 8, minGain });
  expect(edgesOf(network)).toEqual([0, 2, 4].slice(0, left));
});

test('the limiter undoes a removal if the equaliser runs out of iterations while it is tried', () => {
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

test('above maxPools the limiter removes the pools with the least gain, even if they gain more than minGain', () => {
  const { market, network, equaliser } = split();
  new Limiter(market, network, equaliser).limit(AMOUNT, { maxPools: 2, minGain: 0 });
  expect(edgesOf(network)).toEqual([0]);
});
