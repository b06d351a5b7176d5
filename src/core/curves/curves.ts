// Every curve that a pool may have, by its name.
import { constantProduct } from './constant-product.ts';
import type { Curve } from './curve.ts';

/** What a pool's curve is, from its creation on. */
export type Shape = {
  readonly curve: CurveName;
  /** Of a stable curve, how flat it is; null for a curve that has no such thing. */
  readonly amplification: bigint | null;
};

export type CurveName = 'constant-product';

type Bend = (shape: Shape, decimalsIn: number, decimalsOut: number) => Curve;

const CURVES: { readonly [Name in CurveName]: Bend } = {
  'constant-product': () => constantProduct,
};

export const CONSTANT_PRODUCT: Shape = { curve: 'constant-product', amplification: null };

/** A pool's curve, seen from the token that goes in. */
export const curveOf = (shape: Shape, decimalsIn: number, decimalsOut: number): Curve =>
  CURVES[shape.curve](shape, decimalsIn, decimalsOut);
