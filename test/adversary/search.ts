// The search: random scenarios, and changes of those that went best for the adversary. A find is shrunk to a short sequence.
import { Random } from '../simulation/random.ts';
import { drawScenario, mutate } from './draw.ts';
import type { Fault } from './judge.ts';
import { play, type Result } from './play.ts';
import { type Move, printScenario, type Scenario } from './scenario.ts';

/** `at` is the number of the sequence, from 1. */
export type Find = { readonly at: number; readonly fault: Fault; readonly scenario: Scenario; readonly result: Result };

type SearchOptions = {
  readonly seed: number;
  readonly sequences: number;
  /** Called with each sequence that breaks a bound, once for each fault. */
  onFind(find: Find): void;
  onPlayed?(scenario: Scenario, result: Result): void;
  /** True to end early. */
  isEnough?(): boolean;
  /** Changes each scenario before it is played. */
  adapt?(scenario: Scenario): Scenario;
};

/** Of each kind of owner this many scenarios are kept that went best for the adversary. */
const BEST = 12;
/** How many sequences are changes of one of them. */
const CHANGED_PERCENT = 40;

type Kept = { readonly scenario: Scenario; readonly score: number };

/** Deterministic: the same seed gives the same sequences. Returns how many were played. */
export async function search(options: SearchOptions): Promise<number> {
  const { seed, sequences, onFind, onPlayed, isEnough, adapt = (scenario) => scenario } = options;
  const random = new Random(seed);
  const best = { swap: [] as Kept[], stop: [] as Kept[], recurring: [] as Kept[] };
  let played = 0;
  while (played < sequences && !isEnough?.()) {
    const parent = random.chance(CHANGED_PERCENT)
      ? random.pickAny(best[random.weighted({ swap: 1, stop: 5, recurring: 5 })])
      : undefined;
    const scenario = adapt(parent ? mutate(random, parent.scenario) : drawScenario(random));
    played += 1;
    const result = await playOrThrow(scenario, seed);
    onPlayed?.(scenario, result);
    const faults = new Set(result.breaches.map(({ fault }) => fault));
    for (const fault of faults) onFind({ at: played, fault, scenario, result });
    keep(best[scenario.owner.kind], { scenario, score: scoreOf(result) }, parent);
  }
  return played;
}

async function playOrThrow(scenario: Scenario, seed: number): Promise<Result> {
  try {
    return await play(scenario);
  } catch (error) {
    throw new Error(`seed ${seed}: a scenario could not be played: ${printScenario(scenario)}`, { cause: error });
  }
}

/** A scenario replaces the one it was changed from, so that changes of one do not push all others out. */
function keep(best: Kept[], kept: Kept, parent: Kept | undefined): void {
  if (kept.score <= 0 || (parent && kept.score <= parent.score)) return;
  const at = parent ? best.indexOf(parent) : -1;
  if (at >= 0) best.splice(at, 1);
  best.push(kept);
  best.sort((one, other) => other.score - one.score);
  best.length = Math.min(best.length, BEST);
}

/** Mostly the adversary's gain; a price that was held for half of a window counts little, since the table does not bound that. */
function scoreOf({ gainShare, heldShare, breaches }: Result): number {
  const worst = Math.max(0, ...breaches.map(({ severity }) => severity));
  return worst / 10 + Math.max(0, heldShare >= 0.5 ? gainShare / 10 : gainShare);
}

/** Drops moves while the same fault is still found. */
export async function shrink(scenario: Scenario, fault: Fault): Promise<Scenario> {
  const fails = async (moves: readonly Move[]) =>
    (await play({ ...scenario, moves })).breaches.some((breach) => breach.fault === fault);
  let { moves } = scenario;
  for (let at = 0; at < moves.length; ) {
    const fewer = moves.toSpliced(at, 1);
    const isNeeded = moves[at]?.kind === 'owner' || !(await fails(fewer));
    // After a move was dropped, those before it may be needless as well.
    [moves, at] = isNeeded ? [moves, at + 1] : [fewer, 0];
  }
  return { ...scenario, moves };
}
