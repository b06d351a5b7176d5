// Each token's pools in contiguous memory: a slot is a pool as seen from one of its tokens, with its curves in both directions.
import type { NumericCurve } from '../core/curves/curve.ts';

/** Stored in place of β for a curve that is not a constant product; α is then its initial slope. */
export const GENERAL = -1;

export type Slots = {
  /** By token: its slots are first[token] up to first[token + 1], in the order in which the pools were added. */
  readonly first: Int32Array;
  /** By slot: the token on the other side, and the edge to it. */
  readonly other: Int32Array;
  readonly edge: Int32Array;
  readonly alphaOut: Float64Array;
  readonly betaOut: Float64Array;
  readonly alphaIn: Float64Array;
  readonly betaIn: Float64Array;
  /** By edge: its slot as seen from its input token. */
  readonly slotOf: Int32Array;
};

export function layOut(tokens: number, tails: readonly number[], curves: readonly NumericCurve[]): Slots {
  const edges = tails.length;
  const slots: Slots = {
    first: new Int32Array(tokens + 1),
    other: new Int32Array(edges),
    edge: new Int32Array(edges),
    alphaOut: new Float64Array(edges),
    betaOut: new Float64Array(edges),
    alphaIn: new Float64Array(edges),
    betaIn: new Float64Array(edges),
    slotOf: new Int32Array(edges),
  };
  const { first } = slots;
  for (const tail of tails) (first[tail + 1] as number)++;
  for (let token = 0; token < tokens; token++) (first[token + 1] as number) += first[token] as number;
  const next = first.slice();
  tails.forEach((tail, edge) => {
    const slot = (next[tail] as number)++;
    slots.slotOf[edge] = slot;
    slots.edge[slot] = edge;
    slots.other[slot] = tails[edge ^ 1] as number;
  });
  curves.forEach((curve, edge) => {
    write(slots, edge, curve);
  });
  return slots;
}

export function write(slots: Slots, edge: number, curve: NumericCurve): void {
  const [tailSlot, headSlot] = [slots.slotOf[edge] as number, slots.slotOf[edge ^ 1] as number];
  const isGeneral = 'pays' in curve;
  const alpha = isGeneral ? curve.slope(0) : curve.alpha;
  const beta = isGeneral ? GENERAL : curve.beta;
  slots.alphaOut[tailSlot] = alpha;
  slots.betaOut[tailSlot] = beta;
  slots.alphaIn[headSlot] = alpha;
  slots.betaIn[headSlot] = beta;
}
