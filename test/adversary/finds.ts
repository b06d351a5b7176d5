// What the search has found, as data: each sequence broke a bound once.
import type { Scenario } from './scenario.ts';

const [GOLD, CASH, MINUTE] = [10n ** 9n, 10n ** 6n, 60_000];
const OWNER = { kind: 'owner' } as const;
const wait = (ms: number) => ({ kind: 'wait', ms }) as const;
const BACK = { kind: 'restore', token: 'gold', against: 'cash' } as const;

/** 100,000 gold against 250,000 cash; nobody else trades. */
const QUIET: Scenario['setup'] = {
  pools: [{ pair: ['gold', 'cash'], units: [100_000n * GOLD, 250_000n * CASH] }],
  ...{ sold: 'gold', bought: 'cash', ageMs: 10 * MINUTE, arbEveryMs: 0 },
};
const COARSE: Scenario['setup'] = {
  pools: [{ pair: ['cash', 'share'], units: [90_000n * CASH, 12_857n] }],
  ...{ sold: 'cash', bought: 'share', ageMs: 10 * MINUTE, arbEveryMs: 0 },
};
const BUYING: Scenario['setup'] = { ...QUIET, sold: 'cash', bought: 'gold' };
const INDIRECT: Scenario['setup'] = {
  ...QUIET,
  pools: [
    { pair: ['gold', 'silver'], units: [60_000n * GOLD, 500_000_000n] },
    { pair: ['silver', 'cash'], units: [500_000_000n, 150_000n * CASH] },
  ],
};

/** A way between the two tokens of the owner over a token of the adversary's own, of which it holds `middle` units in each pool. */
const way = (setup: Scenario['setup'], via: 'xenon' | 'yarn', offered: bigint, middle: bigint, wanted: bigint) =>
  [
    { kind: 'add', pair: [setup.sold, via], units: [offered, middle] },
    { kind: 'add', pair: [via, setup.bought], units: [middle, wanted] },
  ] as const;

const STOP = { kind: 'stop', units: 2000n * GOLD, when: 'below', triggerPpm: 950_000, overMs: MINUTE } as const;
const PART = { kind: 'recurring', times: 1, everyMs: MINUTE, limitPpm: 250_000 } as const;

export const FINDS: Readonly<Record<string, Scenario>> = {
  'a stop set off by two pools with two units of a third token': {
    setup: QUIET,
    owner: STOP,
    moves: [...way(QUIET, 'xenon', 1_200_000n * GOLD, 2n, 360_000n * CASH), OWNER, wait(61_000), wait(5000)],
  },
  'a stop set off so, with the price moved for a moment': {
    setup: QUIET,
    owner: STOP,
    moves: [
      ...way(QUIET, 'xenon', 1_200_000n * GOLD, 2n, 360_000n * CASH),
      OWNER,
      wait(59_800),
      { kind: 'swap', from: 'gold', to: 'cash', units: 100_000n * GOLD },
      { kind: 'untilFill', mostMs: 4000 },
      wait(800),
      BACK,
    ],
  },
  'a stop that is set off by a false way between stable tokens': {
    setup: {
      pools: [{ pair: ['usd', 'cash'], units: [100_000n * CASH, 100_000n * CASH], stable: 100n }],
      ...{ sold: 'usd', bought: 'cash', ageMs: 10 * MINUTE, arbEveryMs: 0 },
    },
    owner: { ...STOP, units: 500n * CASH },
    moves: [
      { kind: 'add', pair: ['usd', 'yarn'], units: [547_722_600_000n, 1000n] },
      { kind: 'add', pair: ['yarn', 'cash'], units: [1000n, 164_316_800_000n] },
      OWNER,
      wait(301_000),
    ],
  },
  'a stop filled below its guard, by a way that sold cash for gold': {
    setup: BUYING,
    owner: { ...STOP, units: 11_875n * CASH },
    moves: [
      ...way(BUYING, 'xenon', 1_007_627_237_500n, 9n, 212_132n * GOLD),
      wait(59_800),
      { kind: 'swap', from: 'cash', to: 'gold', units: 75_000n * CASH },
      OWNER,
      wait(29_000),
    ],
  },
  'a stop whose trigger is passed, filled below its guard': {
    setup: INDIRECT,
    owner: { ...STOP, units: 1200n * GOLD, triggerPpm: 1_010_000 },
    moves: [
      ...way(INDIRECT, 'xenon', 215_141_160_000_000n, 101n, 376_497n * CASH),
      wait(301_000),
      { kind: 'swap', from: 'gold', to: 'cash', units: 3000n * GOLD },
      OWNER,
      wait(1500),
    ],
  },
  'a part filled far below its guard, by a false way that cannot be told from a true one': {
    setup: { ...QUIET, pools: [...QUIET.pools, ...INDIRECT.pools] },
    owner: { ...PART, units: 3200n * GOLD },
    moves: [
      ...way(QUIET, 'yarn', 2_262_741_760_000_000n, 10n ** 9n, 2_828_427_200_000n),
      wait(MINUTE),
      OWNER,
      { kind: 'swap', from: 'gold', to: 'cash', units: 48_000n * GOLD },
      wait(31_000),
    ],
  },
  'parts held off by a way at a high price that nobody can trade': {
    setup: { ...QUIET, arbEveryMs: 5000 },
    owner: { ...PART, units: 400n * GOLD, limitPpm: 0 },
    moves: [...way(QUIET, 'yarn', 150_000n * GOLD, 2n, 3_750_000n * CASH), wait(61_000), OWNER, wait(30_000)],
  },
  'parts held off by a way over so few units that small amounts cannot be traded': {
    setup: { ...QUIET, arbEveryMs: 5000 },
    owner: { ...PART, units: 400n * GOLD, limitPpm: 0 },
    moves: [...way(QUIET, 'xenon', 1_000_000n * GOLD, 100n, 2_750_000n * CASH), wait(61_000), OWNER, wait(30_000)],
  },
  'parts held off by a thin way that pays more than the others, but only for a little': {
    setup: { ...INDIRECT, arbEveryMs: 5000 },
    owner: { ...PART, units: 3000n * GOLD, times: 3, everyMs: 2 * MINUTE, limitPpm: 900_000 },
    moves: [
      OWNER,
      { kind: 'add', pair: ['yarn', 'xenon'], units: [1_000_000n, 1_000_000n] },
      { kind: 'add', pair: ['gold', 'yarn'], units: [179_551_680_000_000n, 1_000_000n] },
      { kind: 'add', pair: ['xenon', 'cash'], units: [10n, 4_800_000n] },
      { kind: 'untilDue', leadMs: 31_000 },
      { kind: 'add', pair: ['cash', 'xenon'], units: [13_500n * CASH, 10n ** 23n] },
      { kind: 'untilDue', leadMs: 31_000 },
    ],
  },
  'the price impact that a stop lacks since somebody moved the price and added liquidity': {
    setup: { ...QUIET, arbEveryMs: 5000 },
    owner: { kind: 'stop', units: 5000n * GOLD, when: 'above', triggerPpm: 990_000, overMs: MINUTE },
    moves: [
      { kind: 'swap', from: 'gold', to: 'cash', units: 2_756_250_000_000n },
      OWNER,
      { kind: 'add', pair: ['gold', 'cash'], units: [2_000_000n * GOLD, 25_000_000n * CASH] },
      wait(800),
    ],
  },
  'the impact of a swap hidden by a far worse way': {
    setup: QUIET,
    owner: { kind: 'swap', units: 20_000n * GOLD },
    moves: [...way(QUIET, 'yarn', 1_025_978n * GOLD, 10n ** 15n, 2_436n * CASH), OWNER],
  },
  'the impact of a swap hidden by a way of three pools': {
    setup: INDIRECT,
    owner: { kind: 'swap', units: 12_000n * GOLD },
    moves: [
      { kind: 'add', pair: ['gold', 'xenon'], units: [5_692_099_800_000_000n, 1_000_000n] },
      { kind: 'add', pair: ['xenon', 'yarn'], units: [1_000_000n, 1_000_000n] },
      { kind: 'add', pair: ['yarn', 'cash'], units: [1_000_000n, 14_230_200_000n] },
      OWNER,
    ],
  },
  'the impact of a swap hidden by a deep way at a worse price that pays more for so much': {
    setup: QUIET,
    owner: { kind: 'swap', units: 50_000n * GOLD },
    moves: [...way(QUIET, 'xenon', 1_000_000n * GOLD, 10n ** 15n, 1_750_000n * CASH), OWNER],
  },
  'the impact of a large swap hidden by a deep way at a slightly worse price, which leaves little for the sound pool': {
    setup: QUIET,
    owner: { kind: 'swap', units: 100_000n * GOLD },
    moves: [...way(QUIET, 'xenon', 1_042_572n * GOLD, 10n ** 15n, 2_397_915n * CASH), OWNER],
  },
  'the impact of a swap far larger than the sound pool hidden by a deep way at a worse price': {
    setup: QUIET,
    owner: { kind: 'swap', units: 600_000n * GOLD },
    moves: [...way(QUIET, 'xenon', 1_700_000n * GOLD, 10n ** 15n, 3_000_000n * CASH), OWNER],
  },
  'a swap over so few units of a third token that rounding its fees up costs a fifth': {
    setup: QUIET,
    owner: { kind: 'swap', units: 50_000n * GOLD },
    moves: [...way(QUIET, 'xenon', 1_000_000n * GOLD, 101n, 2_500_000n * CASH), OWNER],
  },
  'the impact of a swap hidden by a way over so few units that no part of it can go another way': {
    setup: INDIRECT,
    owner: { kind: 'swap', units: 12_000n * GOLD },
    moves: [
      { kind: 'add', pair: ['gold', 'xenon'], units: [600_000n * GOLD, 1045n] },
      { kind: 'add', pair: ['xenon', 'yarn'], units: [1100n, 1100n] },
      { kind: 'add', pair: ['yarn', 'cash'], units: [1100n, 1_500_000n * CASH] },
      OWNER,
    ],
  },
  'the same for a token without decimals': {
    setup: COARSE,
    owner: { kind: 'swap', units: 45_000n * CASH },
    moves: [...way(COARSE, 'xenon', 900_000n * CASH, 10n ** 15n, 90_000n), OWNER],
  },
  'a whole part matched below the average, with nothing moved': {
    setup: QUIET,
    owner: { ...PART, units: 5000n * GOLD },
    moves: [OWNER, { kind: 'rest', from: 'cash', to: 'gold', units: 11_875n * CASH, min: 5000n * GOLD }, wait(1500)],
  },
  'a whole part matched below the average, with the price moved for four seconds': {
    setup: QUIET,
    owner: { ...PART, units: 5000n * GOLD },
    moves: [
      { kind: 'swap', from: 'gold', to: 'cash', units: 2500n * GOLD },
      { kind: 'rest', from: 'cash', to: 'gold', units: 11_875n * CASH, min: 5000n * GOLD },
      OWNER,
      wait(4000),
      BACK,
    ],
  },
  'a stop matched below the average': {
    setup: { ...BUYING, arbEveryMs: 300_000 },
    owner: { kind: 'stop', units: 1250n * CASH, when: 'above', triggerPpm: 990_000, overMs: MINUTE },
    moves: [
      OWNER,
      { kind: 'rest', from: 'gold', to: 'cash', units: 475n * GOLD, min: 1250n * CASH },
      { kind: 'swap', from: 'cash', to: 'gold', units: 6250n * CASH },
      wait(29_000),
    ],
  },
  // Within the bounds: a second of a window counts whole, so this is half of it, for which the table bounds no gain.
  'a price held for half of the window less some milliseconds, with ten times the liquidity': {
    setup: {
      pools: [{ pair: ['gold', 'cash'], units: [40n * GOLD, 100n * CASH] }],
      ...{ sold: 'gold', bought: 'cash', ageMs: 600_058, arbEveryMs: 300_000 },
    },
    owner: { kind: 'recurring', units: 6n * GOLD, times: 3, everyMs: 30_000, limitPpm: 900_000 },
    moves: [
      { kind: 'swap', from: 'gold', to: 'cash', units: GOLD },
      OWNER,
      { kind: 'add', pair: ['gold', 'cash'], units: [400n * GOLD, 1000n * CASH] },
      wait(60_000),
    ],
  },
  // Within the bounds: a way that is really there is better by 1.2 %, less than the fees of arbitrage, and would pay the owner more.
  'a stop held off by a deep way that is better by less than fees': {
    setup: { ...QUIET, ageMs: 600_562 },
    owner: { kind: 'stop', units: 2700n * GOLD, when: 'below', triggerPpm: 1_010_000, overMs: MINUTE },
    moves: [
      { kind: 'add', pair: ['gold', 'xenon'], units: [1_000_000n * GOLD, 1_000_000n] },
      { kind: 'add', pair: ['xenon', 'yarn'], units: [1_000_000n, 1_000_000n] },
      { kind: 'add', pair: ['yarn', 'cash'], units: [1_000_000n, 2_625_000n * CASH] },
      wait(61_000),
      { kind: 'swap', from: 'gold', to: 'cash', units: 6250n * GOLD },
      OWNER,
    ],
  },
};
