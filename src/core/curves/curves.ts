// Every curve that a pool may have, by its name.
import { assert } from '../assert.ts';
import { constantProduct } from './constant-product.ts';
import type { Curve } from './curve.ts';
import { StableCurve } from './stable.ts';

/** What a pool's curve is, from its creation on. */
export type Shape = {
  readonly curve: CurveName;
  /** Of a stable curve, how flat it is; null for a curve that has no such thing. */
  readonly amplification: bigint | null;
};

export type CurveName = 'constant-product' | 'stable';

type Bend = (shape: Shape, decimalsIn: number, decimalsOut: number) => Curve;

const CURVES: { readonly [Name in CurveName]: Bend } = {
  'constant-product': () => constantProduct,
  stable({ amplification }, decimalsIn, decimalsOut) {
    assert(amplification !== null, 'a stable pool has an amplification');
    return new StableCurve(amplification, decimalsIn, decimalsOut);
  },
};

export const CONSTANT_PRODUCT: Shape = { curve: 'constant-product', amplification: null };

/** A shape as commands and receipts tell it: where they say nothing, it is the curve that every pool had at first. */
export type ToldShape = { readonly curve?: CurveName; readonly amplification?: bigint };

export const tellShape = ({ curve, amplification }: Shape): ToldShape =>
  curve === CONSTANT_PRODUCT.curve ? {} : { curve, ...(amplification !== null && { amplification }) };

export const shapeTold = ({ curve = CONSTANT_PRODUCT.curve, amplification = null }: Partial<Shape>): Shape => ({
  curve,
  amplification,
});

/** A pool's curve, seen from the token that goes in. */
export const curveOf = (shape: Shape, decimalsIn: number, decimalsOut: number): Curve =>
  CURVES[shape.curve](shape, decimalsIn, decimalsOut);
