// Computes the most of every token that an amount becomes after one, two and three pools.
import { paidFor } from './evaluate.ts';
import type { RouterMarket } from './market.ts';
import { GENERAL } from './slots.ts';

export type TokenIndexes = { readonly from: number; readonly to: number };

/** By token, after a number of pools: the largest amount and the last edge. For an exact output: the least amount needed, the next edge. */
export type Layer = { readonly most: Float64Array; readonly by: Int32Array };
export type Layers = readonly [Layer, Layer, Layer];

export const emptyLayers = (tokens: number): Layers => [emptyLayer(tokens), emptyLayer(tokens), emptyLayer(tokens)];

const emptyLayer = (tokens: number): Layer => ({ most: new Float64Array(tokens), by: new Int32Array(tokens) });

/** Fills `layers`; the third only for tokens that share a pool with `to`, since no other token can be the last one before it. */
export function carry(market: RouterMarket, { from, to }: TokenIndexes, amount: number, layers: Layers): void {
  const [first, second, third] = layers;
  for (const { most } of layers) most.fill(0);
  outOf(market, from, amount, first);
  // With Infinity, `outOf` skips the pair's own tokens: no path returns to its first token or goes on from its last.
  second.most[from] = second.most[to] = Infinity;
  const { first: slotsFrom, other } = market.slots;
  for (let slot = slotsFrom[from] as number; slot < (slotsFrom[from + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token !== to) outOf(market, token, first.most[token] as number, second);
  }
  second.most[from] = second.most[to] = 0;
  for (let slot = slotsFrom[to] as number; slot < (slotsFrom[to + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token !== from) into(market, token, second, third);
  }
}

function outOf(market: RouterMarket, token: number, amount: number, { most, by }: Layer): void {
  const { first, other, edge, alphaOut, betaOut } = market.slots;
  if (!(amount > 0)) return;
  const end = first[token + 1] as number;
  for (let slot = first[token] as number; slot < end; slot++) {
    const head = other[slot] as number;
    const atBest = (alphaOut[slot] as number) * amount;
    if (!(atBest > (most[head] as number))) continue;
    const beta = betaOut[slot] as number;
    const paid = beta === GENERAL ? paidFor(market.curve(edge[slot] as number), amount) : atBest / (1 + beta * amount);
    if (paid > (most[head] as number)) {
      most[head] = paid;
      by[head] = edge[slot] as number;
    }
  }
}

function into(market: RouterMarket, token: number, before: Layer, { most, by }: Layer): void {
  const { first, other, edge, alphaIn, betaIn } = market.slots;
  const end = first[token + 1] as number;
  let highest = 0;
  for (let slot = first[token] as number; slot < end; slot++) {
    const tail = other[slot] as number;
    const amount = before.most[tail] as number;
    const atBest = (alphaIn[slot] as number) * amount;
    if (!(atBest > highest)) continue;
    const beta = betaIn[slot] as number;
    const back = edge[slot] as number;
    const paid = beta === GENERAL ? paidFor(market.curve(back ^ 1), amount) : atBest / (1 + beta * amount);
    // Trading back through the same pool always loses: a gain would be a rounding error.
    if (paid > highest && before.by[tail] !== back) {
      highest = paid;
      by[token] = back ^ 1;
    }
  }
  most[token] = highest;
}
