// An attacker who holds some of a token, sees every leaf of all lists, and names the balances of others.
import type { Seen } from './schemes.ts';

export type Known = {
  readonly lists: readonly Seen[];
  /** What all others hold together, after the last list. */
  readonly rest: number;
  readonly holders: number;
};
/** Up to one guess for each other holder, of the balances of the last list. */
type Attack = (known: Known) => readonly number[];

/** What somebody guesses who knows the total, the number of holders and the own balance. */
export const guessMean: Attack = ({ rest, holders }) => Array(holders - 1).fill(rest / (holders - 1));

/** The leaves of a list, from the smallest. */
const sorted = (list: Seen | undefined): readonly number[] => (list?.amounts ?? []).toSorted((a, b) => a - b);

/** Groups of equal size: first those of the smallest leaves, with what then is left for the last. */
const groupsOf =
  (size: number): Attack =>
  (known) => {
    const leaves = sorted(known.lists.at(-1));
    const groups = Array.from({ length: Math.min(known.holders - 2, Math.floor(leaves.length / size)) }, (_, group) =>
      sum(leaves.slice(group * size, (group + 1) * size)),
    );
    return groups.length === 0 ? [] : [...groups, known.rest - sum(groups)];
  };

const largest: Attack = ({ lists, holders }) =>
  sorted(lists.at(-1))
    .toReversed()
    .slice(0, holders - 1);

/** Sums of the smallest leaves that recur from list to list belong to somebody whose balance did not change. */
const intersection: Attack = (known) => {
  const seen = new Map<number, number>();
  for (const list of known.lists) {
    const leaves = sorted(list);
    const sums = new Set<number>();
    let total = 0;
    for (const [count, amount] of leaves.slice(0, 40).entries()) {
      total += amount;
      if (count === 0 || count >= 7) sums.add(total);
    }
    for (const each of [...sums, ...leaves.slice(0, 500)]) if (each > 0) seen.set(each, (seen.get(each) ?? 0) + 1);
  }
  const recurring = [...seen].filter(([, count]) => count >= 5).toSorted((a, b) => b[1] - a[1]);
  const found = recurring.slice(0, known.holders - 1).map(([amount]) => amount);
  return found.length === 1 && known.holders === 3 ? [...found, known.rest - (found[0] as number)] : found;
};

/** Subsets of the 16 smallest leaves that add up to a round amount, by a meet in the middle. */
const roundSubsets: Attack = (known) => {
  const leaves = sorted(known.lists.at(-1)).slice(0, 16);
  if (leaves.length < 2) return [];
  const half = leaves.length >> 1;
  const [left, right] = [subsetSums(leaves.slice(0, half)), subsetSums(leaves.slice(half))];
  const byRest = new Map(left.map((each) => [each % ROUND, each]));
  const found = right.flatMap((each) => {
    const other = byRest.get((ROUND - (each % ROUND)) % ROUND);
    return other === undefined || other + each === 0 ? [] : [other + each];
  });
  return found.slice(0, known.holders - 1);
};
export const ROUND = 1_000_000;
function subsetSums(amounts: readonly number[]): readonly number[] {
  const sums = [0];
  for (const amount of amounts) sums.push(...sums.map((each) => each + amount));
  return sums;
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'single leaves': groupsOf(1),
  'the smallest sixteen': groupsOf(16),
  'the largest leaves': largest,
  'lists compared': intersection,
  'round sums': roundSubsets,
};

/** How many balances are within a thousandth of a guess; each guess counts once. */
export function toldBy(guesses: readonly number[], balances: readonly number[]): number {
  const left = [...guesses];
  return balances.filter((balance) => {
    const at = left.findIndex((guess) => Math.abs(guess - balance) <= balance / 1000);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
