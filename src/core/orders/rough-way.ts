// Upper bounds, in floats, of the value of a way (path of pools). Strangers can open thousands of ways: these bounds exclude nearly all.
import type { Floats, Rough } from './link.ts';

/** Floats closer than this fraction may stand for equal numbers. */
export const CLOSE = 1e-9;
const [UP, DOWN] = [1 + CLOSE, 1 - CLOSE];

/** The single pool that trades like pools in a row, and what all their fees leave. */
export function singleOf(steps: readonly Floats[]): Floats {
  let { heldIn, heldOut, keptIn, keptOut } = steps[0] as Floats;
  for (let at = 1; at < steps.length; at++) {
    const next = steps[at] as Floats;
    const sum = heldOut + next.heldIn;
    heldIn = (heldIn * next.heldIn) / sum;
    heldOut = (heldOut * next.heldOut) / sum;
    keptIn *= next.keptIn;
    keptOut *= next.keptOut;
  }
  return { heldIn, heldOut, keptIn, keptOut };
}

/** The most that selling an amount pays with the tokens in between in whole units; NaN if not one unit of them passes. */
export function paidAtMost(steps: readonly Floats[], units: number): number {
  let rest = units;
  for (let at = 0; ; at++) {
    const { heldIn, heldOut, keptIn, keptOut } = steps[at] as Floats;
    const kept = rest * keptIn;
    const paid = ((heldOut * kept) / (heldIn + kept)) * keptOut;
    if (at === steps.length - 1) return paid;
    rest = Math.floor(paid * UP);
    if (rest < 1 && units > 0) return Number.NaN;
  }
}

/** The cost in the sold token per unit of its reserve. More than half of the other reserve costs as the square of the amount. */
const costOfPart = (part: number): number => (2 * part <= 1 ? part / (1 - part) : 4 * part * part);

/** The inverse of the least that an amount costs. */
export function inverseCost(steps: readonly Floats[], units: number): number {
  const { heldIn, heldOut, keptIn, keptOut } = singleOf(steps);
  return keptIn / (heldIn * costOfPart(units / keptOut / heldOut));
}

/**
 * The most that `inverseCost` is for any usable way with this last pool: a way holds no more than its last pool does, and one that holds
 * less than half a unit of any token is not usable, since no whole unit would pass in both directions.
 */
export const inverseCostAtMost = (last: Floats, units: number): number => 2 / costOfPart(units / last.heldOut);

const areClose = (steps: readonly Rough[]): boolean => steps.every(({ isClose }) => isClose);

/** True if a way is certainly not usable, as `Way.isUsable` decides in integers. */
export function isCertainlyUnusable(steps: readonly Rough[]): boolean {
  if (!areClose(steps)) return false;
  const { heldIn, heldOut, keptIn, keptOut } = singleOf(steps);
  if (keptIn === 0 || keptOut === 0) return true;
  let [reserve, coarsest] = [heldIn, heldIn];
  for (const { lowest } of steps) {
    reserve *= lowest;
    if (reserve < coarsest) coarsest = reserve;
  }
  return !(mayPass(steps, heldIn, heldOut, coarsest, false) && mayPass(steps, heldOut, heldIn, coarsest, true));
}

function mayPass(steps: readonly Rough[], ofIn: number, ofOut: number, coarsest: number, isBack: boolean): boolean {
  const units = Math.max(ofIn / 100, (10 * ofIn) / coarsest);
  const least = Math.floor(units * DOWN);
  let most = Math.floor(units * UP);
  for (let at = 0; at < steps.length; at++) {
    const { heldIn, heldOut } = steps[isBack ? steps.length - 1 - at : at] as Rough;
    const [a, b] = isBack ? [heldOut, heldIn] : [heldIn, heldOut];
    most = Math.floor(((b * most) / (a + most)) * UP);
  }
  return most > 0 && 10 * most * UP >= ((9 * ofOut * least) / (ofIn + least)) * DOWN;
}

/** True if selling an amount certainly loses more than a tenth to rounding, as `Way.passes` decides in integers. */
export function isCertainlyTooCoarse(steps: readonly Rough[], units: number): boolean {
  if (steps.length === 1 || !areClose(steps)) return false;
  const { heldIn, heldOut, keptIn, keptOut } = singleOf(steps);
  // The formula takes the reserve from the depth, which is rounded down.
  const reserve = heldIn * Math.sqrt(Math.max(0, 1 - 1 / (heldIn * heldOut)));
  const kept = units * keptIn;
  const formula = (heldOut / heldIn) * ((kept * reserve) / (reserve + kept)) * keptOut;
  return 10 * paidAtMost(steps, units) * UP < 9 * formula * DOWN * DOWN;
}

/** The same for buying an amount, as `Way.passesBought` decides. */
export function isCertainlyTooCoarseToBuy(steps: readonly Rough[], units: number): boolean {
  if (steps.length === 1 || !areClose(steps)) return false;
  let [whole, exact] = [units, units];
  for (let at = steps.length - 1; at >= 0; at--) {
    const { heldIn, heldOut, keptIn, keptOut } = steps[at] as Rough;
    const base = Math.ceil((whole / keptOut) * DOWN);
    const exactBase = (exact / keptOut) * UP;
    if (exactBase >= heldOut * DOWN) return false;
    if (base * DOWN >= heldOut) return true;
    whole = Math.ceil(((heldIn * base) / ((heldOut - base) * keptIn)) * DOWN);
    exact = ((heldIn * exactBase) / ((heldOut - exactBase) * keptIn)) * UP;
  }
  return 9 * (whole - 1) * DOWN > 10 * exact * UP;
}
