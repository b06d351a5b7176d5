// An adversary with capital searches for gains, and for losses of others, beyond the table of attacks. `ADVERSARY_SEED` repeats a search,
// `ADVERSARY_SEQUENCES` extends it: 100 to 140 sequences take a second of CPU.
import { expect, test } from 'vitest';
import { play } from './play.ts';
import { printScenario, type Scenario, type Setup } from './scenario.ts';
import { type Find, search, shrink } from './search.ts';

const seed = Number(process.env.ADVERSARY_SEED ?? Math.floor(Math.random() * 2 ** 32));
const sequences = Number(process.env.ADVERSARY_SEQUENCES ?? 4000);

/** A search that finds much ends early, and reports the first of each kind. */
const MOST_FINDS = 40;

test(`no sequence of moves breaks a bound (ADVERSARY_SEED=${seed} ADVERSARY_SEQUENCES=${sequences})`, {
  timeout: 0,
}, async () => {
  const finds = new Map<string, Find>();
  let count = 0;
  const played = await search({
    seed,
    sequences,
    onFind(find) {
      count += 1;
      const kind = `${find.scenario.owner.kind}: ${find.fault}`;
      if (!finds.has(kind)) finds.set(kind, find);
    },
    isEnough: () => count >= MOST_FINDS,
  });
  console.info(`ADVERSARY_SEED=${seed}: ${played} sequences, ${count} of them break a bound`);
  const texts: string[] = [];
  for (const [kind, { at, fault, scenario }] of finds) {
    const short = await shrink(scenario, fault);
    const { breaches, gainShare } = await play(short);
    const detail = breaches.find((breach) => breach.fault === fault)?.detail;
    texts.push(`${kind}, sequence ${at}: ${detail}; gain ${gainShare} of the order: ${printScenario(short)}`);
  }
  expect(texts.join('\n')).toBe('');
});

/** Searches among owners whose guard is off, although the verdict assumes one. */
const unguarded = (scenario: Scenario): Scenario =>
  scenario.owner.kind === 'recurring' ? { ...scenario, owner: { ...scenario.owner, unguarded: true } } : scenario;

test.each([1, 2, 3])('the search finds how to profit from an order without a guard (seed %i)', async (seed) => {
  let found: Find | undefined;
  await search({
    seed,
    sequences: 1500,
    adapt: unguarded,
    onFind(find) {
      if (find.fault === 'gain' && find.scenario.owner.kind === 'recurring') found ??= find;
    },
    isEnough: () => found !== undefined,
  });
  expect(found?.result.gainShare).toBeGreaterThan(0);
  console.info(`found in ${found?.at} sequences`);
});

test('a sequence has the same result whenever it is played, and what one account gains others lose', async () => {
  const scenarios: Scenario[] = [];
  await search({ seed: 5, sequences: 40, onFind: () => {}, onPlayed: (scenario) => scenarios.push(scenario) });
  for (const scenario of scenarios) {
    const [one, other] = [await play(scenario), await play(scenario)];
    const { accounts, ...result } = one;
    expect(result).toEqual({ ...other, accounts: undefined });
    const sums = new Map<string, bigint>();
    for (const changes of accounts().values())
      for (const [token, change] of changes) sums.set(token, (sums.get(token) ?? 0n) + change);
    for (const [token, sum] of sums) expect([token, sum]).toEqual([token, 0n]);
  }
});

test('an undisturbed order breaks no bound and is filled', async () => {
  const setup: Setup = {
    pools: [{ pair: ['gold', 'cash'], units: [100_000n * 10n ** 9n, 250_000n * 10n ** 6n] }],
    ...{ sold: 'gold', bought: 'cash', ageMs: 600_000, arbEveryMs: 5000 },
  };
  const owner = { kind: 'recurring', units: 400n * 10n ** 9n, times: 2, everyMs: 60_000, limitPpm: 0 } as const;
  const { gave, breaches, gain } = await play({
    setup,
    owner,
    moves: [{ kind: 'owner' }, { kind: 'wait', ms: 70_000 }],
  });
  expect({ gave, breaches, gain }).toEqual({ gave: owner.units, breaches: [], gain: 0n });
});
