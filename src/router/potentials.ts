// Finds the edges over which a small part of the trade could gain: what the part becomes before an edge, and what it is worth after it.
import type { Candidates } from './candidates.ts';
import { carry, emptyLayers, type Layers, type TokenIndexes } from './carry.ts';
import { paidFor } from './evaluate.ts';
import type { RouterMarket } from './market.ts';
import { GENERAL } from './slots.ts';

/** The fraction of the trade for which prices are estimated: large enough to ignore dust pools. */
const PART = 1 / 4096;
/** A second, smaller part, used if a pool is too small for the first one but good enough to gain. */
const SMALL_PART = PART / 4096;

type Sized = {
  readonly layers: Layers;
  /** By token: the most that the part becomes after one, two or three pools. */
  readonly amount: Float64Array;
  /** By token: the output per unit of it over at most one, two or three more pools. */
  readonly worth: readonly [Float64Array, Float64Array, Float64Array];
};

export const emptySized = (tokens: number): Sized => ({
  layers: emptyLayers(tokens),
  amount: new Float64Array(tokens),
  worth: [new Float64Array(tokens), new Float64Array(tokens), new Float64Array(tokens)],
});

type Sought = {
  readonly amount: number;
  /** The output per unit that a part must exceed. */
  readonly price: number;
  /** The least gain of a pool, as a fraction of the trade's worth. */
  readonly minGain: number;
};

/** Adds the edges over which a part gets more than `price` per unit, on paths of about four pools. Returns true if small pools may gain. */
export function findCandidates(
  market: RouterMarket,
  pair: TokenIndexes,
  sought: Sought,
  sized: Sized,
  candidates: Candidates,
): boolean {
  const isSmallSeen = findFor(PART, market, pair, sought, sized, candidates);
  if (isSmallSeen) findFor(SMALL_PART, market, pair, sought, sized, candidates);
  return isSmallSeen;
}

function findFor(
  part: number,
  market: RouterMarket,
  pair: TokenIndexes,
  sought: Sought,
  sized: Sized,
  candidates: Candidates,
): boolean {
  carry(market, pair, sought.amount * part, sized.layers);
  mostOf(sized, pair);
  const found = new Found(market, candidates, part, sought);
  found.lastPools(pair, sized);
  found.poolsBeforeTheLast(pair, sized);
  found.secondPools(pair, sized);
  found.firstPools(pair, sized);
  return found.isSmallSeen;
}

function mostOf({ layers: [first, second, third], amount, worth }: Sized, { from, to }: TokenIndexes): void {
  for (const layer of worth) layer.fill(0);
  const [one, two, three] = [first.most, second.most, third.most];
  for (let token = 0; token < amount.length; token++) {
    const most = Math.max(one[token] as number, two[token] as number);
    amount[token] = Math.max(most, three[token] as number);
  }
  amount[from] = amount[to] = 0;
}

/** Evaluates edges from the end to the start of the trade, so that the worth of an edge's output is already known. */
class Found {
  readonly #market: RouterMarket;
  readonly #candidates: Candidates;
  readonly #part: number;
  readonly #least: number;
  readonly #minGain: number;
  /** True if a pool was found that is too small for the part but still gains enough. */
  isSmallSeen = false;

  constructor(market: RouterMarket, candidates: Candidates, part: number, { amount, price, minGain }: Sought) {
    this.#market = market;
    this.#candidates = candidates;
    this.#part = part * amount;
    this.#least = this.#part * price;
    this.#minGain = minGain / part;
  }

  lastPools({ from, to }: TokenIndexes, { amount, worth: [one] }: Sized): void {
    const { first, other, alphaIn, betaIn } = this.#market.slots;
    for (let slot = first[to] as number; slot < (first[to + 1] as number); slot++) {
      const token = other[slot] as number;
      const held = token === from ? this.#part : (amount[token] as number);
      if (held === 0) continue;
      const paid = this.#paidInto(slot, held);
      if (token !== from) one[token] = paid / held;
      if (paid > this.#least) this.#keepInto(slot, to, paid);
      else if ((alphaIn[slot] as number) * held > this.#least)
        this.#seeSmall(betaIn[slot] as number, held, (alphaIn[slot] as number) * held);
    }
  }

  poolsBeforeTheLast({ from, to }: TokenIndexes, { amount, worth: [one, two] }: Sized): void {
    const { first, other, alphaIn, betaIn } = this.#market.slots;
    for (let last = first[to] as number; last < (first[to + 1] as number); last++) {
      const head = other[last] as number;
      const price = one[head] as number;
      if (head === from || price === 0) continue;
      for (let slot = first[head] as number; slot < (first[head + 1] as number); slot++) {
        const token = other[slot] as number;
        const held = amount[token] as number;
        const atBest = (alphaIn[slot] as number) * held * price;
        if (!(atBest > (two[token] as number) * held) && !(atBest > this.#least)) continue;
        const value = this.#paidInto(slot, held) * price;
        if (value > (two[token] as number) * held) two[token] = value / held;
        if (value > this.#least) this.#keepInto(slot, head, value);
        else if (atBest > this.#least) this.#seeSmall(betaIn[slot] as number, held, atBest);
      }
    }
    for (let token = 0; token < two.length; token++) {
      if ((one[token] as number) > (two[token] as number)) two[token] = one[token] as number;
    }
  }

  secondPools({ from, to }: TokenIndexes, { amount, worth: [, two, three] }: Sized): void {
    const { first, other, alphaOut, betaOut } = this.#market.slots;
    for (let start = first[from] as number; start < (first[from + 1] as number); start++) {
      const tail = other[start] as number;
      const held = amount[tail] as number;
      if (tail === to || held === 0) continue;
      let highest = (two[tail] as number) * held;
      for (let slot = first[tail] as number; slot < (first[tail + 1] as number); slot++) {
        const atBest = (alphaOut[slot] as number) * held * (two[other[slot] as number] as number);
        if (!(atBest > highest) && !(atBest > this.#least)) continue;
        const value = this.#paidOut(slot, held) * (two[other[slot] as number] as number);
        if (value > highest) highest = value;
        if (value > this.#least) this.#keepOut(slot, tail, value);
        else if (atBest > this.#least) this.#seeSmall(betaOut[slot] as number, held, atBest);
      }
      three[tail] = highest / held;
    }
  }

  firstPools({ from, to }: TokenIndexes, { layers: [layer], worth: [, , three] }: Sized): void {
    const { first, other, alphaOut, betaOut } = this.#market.slots;
    for (let slot = first[from] as number; slot < (first[from + 1] as number); slot++) {
      const head = other[slot] as number;
      const price = three[head] as number;
      const value = (layer.most[head] as number) * price;
      if (head === to) continue;
      if (value > this.#least) this.#keepOut(slot, from, value);
      else if ((alphaOut[slot] as number) * this.#part * price > this.#least)
        this.#seeSmall(betaOut[slot] as number, this.#part, (alphaOut[slot] as number) * this.#part * price);
    }
  }

  /** Checks a pool too small for the part, which would be worth `worth` at the pool's initial price: the pool may gain enough with less. */
  #seeSmall(beta: number, held: number, worth: number): void {
    const root = Math.sqrt(worth / this.#least) - 1;
    if (beta === GENERAL || root * root >= this.#minGain * held * beta) this.isSmallSeen = true;
  }

  #paidInto(slot: number, held: number): number {
    const { edge, alphaIn, betaIn } = this.#market.slots;
    const beta = betaIn[slot] as number;
    if (beta === GENERAL) return paidFor(this.#market.curve((edge[slot] as number) ^ 1), held);
    return ((alphaIn[slot] as number) * held) / (1 + beta * held);
  }

  #paidOut(slot: number, held: number): number {
    const { edge, alphaOut, betaOut } = this.#market.slots;
    const beta = betaOut[slot] as number;
    if (beta === GENERAL) return paidFor(this.#market.curve(edge[slot] as number), held);
    return ((alphaOut[slot] as number) * held) / (1 + beta * held);
  }

  #keepInto(slot: number, head: number, value: number): void {
    const { edge, other, alphaIn, betaIn } = this.#market.slots;
    const [alpha, beta] = [alphaIn[slot] as number, betaIn[slot] as number];
    this.#candidates.add((edge[slot] as number) ^ 1, other[slot] as number, head, alpha, beta, value / this.#part);
  }

  #keepOut(slot: number, tail: number, value: number): void {
    const { edge, other, alphaOut, betaOut } = this.#market.slots;
    const [alpha, beta] = [alphaOut[slot] as number, betaOut[slot] as number];
    this.#candidates.add(edge[slot] as number, tail, other[slot] as number, alpha, beta, value / this.#part);
  }
}
