// The CPU time that the tests of each folder may take. A folder that passes its budget by half fails the run.
import type { Tier } from './tiers.ts';

/** Seconds on the reference machine; well above what the folders take, since a machine that stalls must not fail a run. */
const BUDGETS: Readonly<Record<Tier, Readonly<Record<string, number>>>> = {
  quick: {
    'test/http': 130,
    'src/store': 80,
    'src/core': 25,
    'src/market': 25,
    'src/audit': 20,
    'src/ledger': 20,
    'src/orders': 20,
    'src/ton': 20,
    'test/router': 20,
  },
  guards: { 'src/store': 25, 'test/ton': 20 },
  rest: {
    'test/ton': 200,
    'devnet/test': 70,
    'test/adversary': 60,
    'test/browser': 250,
    'test/crash': 180,
    'test/postgres': 150,
    'test/operations': 100,
    'src/store': 80,
    'test/package': 40,
    'test/twice': 40,
    'src/cli': 30,
    'test/tampering': 40,
    'test/copy': 30,
    'test/readme': 25,
    'test/simulation': 20,
  },
};
/** For each folder that is not listed. The first file of a worker pays for all its imports, and any folder may have it. */
const OTHERWISE_S = 15;
const FAILS_ABOVE = 1.5;

/** A folder is named by the first two parts of a path: src/store, test/http. */
export const folderOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

export const budgetOf = (tier: Tier, folder: string): number => BUDGETS[tier][folder] ?? OTHERWISE_S;

/** `slowness` is how many times as long as on the reference machine this one takes for the same work. */
export const isFarOver = (cpuS: number, budgetS: number, slowness: number): boolean =>
  cpuS > budgetS * FAILS_ABOVE * Math.max(1, slowness);

/** CPU time of the loop in `slownessNow` on the reference machine: two cores of a server for rent. */
const REFERENCE_MS = 80;

/** A machine that is slow, or busy with other programs, takes longer for the tests and for this loop alike. */
export function slownessNow(): number {
  const before = process.cpuUsage();
  let sum = 0n;
  for (let i = 1n; i < 300_000n; i += 1n) sum += i ** 5n / (i + 7n);
  if (sum === 0n) throw new Error('unreachable');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / REFERENCE_MS;
}
