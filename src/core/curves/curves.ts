// Every curve that a pool can have, by name.
import { assert } from '../assert.ts';
import { constantProduct } from './constant-product.ts';
import type { Curve } from './curve.ts';
import { StableCurve } from './stable.ts';

/** A pool's curve, fixed when the pool is created. */
export type Shape = {
  readonly curve: CurveName;
  /** How flat a stable curve is near parity; null for other curves. */
  readonly amplification: bigint | null;
};

export type CurveName = 'constant-product' | 'stable';

type CurveFactory = (shape: Shape, decimalsIn: number, decimalsOut: number) => Curve;

const CURVES: { readonly [Name in CurveName]: CurveFactory } = {
  'constant-product': () => constantProduct,
  stable({ amplification }, decimalsIn, decimalsOut) {
    assert(amplification !== null, 'a stable pool has an amplification');
    return new StableCurve(amplification, decimalsIn, decimalsOut);
  },
};

export const CONSTANT_PRODUCT: Shape = { curve: 'constant-product', amplification: null };

/** A shape as commands and receipts store it. Without these fields it is a constant product. */
export type ShapeFields = { readonly curve?: CurveName; readonly amplification?: bigint };

export const shapeFields = ({ curve, amplification }: Shape): ShapeFields =>
  curve === CONSTANT_PRODUCT.curve ? {} : { curve, ...(amplification !== null && { amplification }) };

export const shapeFrom = ({ curve = CONSTANT_PRODUCT.curve, amplification = null }: Partial<Shape>): Shape => ({
  curve,
  amplification,
});

/** A pool's curve in the direction of a trade. */
export const curveOf = (shape: Shape, decimalsIn: number, decimalsOut: number): Curve =>
  CURVES[shape.curve](shape, decimalsIn, decimalsOut);
