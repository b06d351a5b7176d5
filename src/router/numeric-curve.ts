// What an edge pays, in floats: a constant product in closed form, or any concave curve by what can be asked of it.

export type NumericCurve = ConstantProduct | GeneralCurve;

/** Pays αx/(1+βx). */
export type ConstantProduct = { readonly alpha: number; readonly beta: number };

/** Concave, rising; x in base units of the input, slope = pays′. */
export type GeneralCurve = {
  pays(x: number): number;
  slope(x: number): number;
  /** The x at which the slope is so low; 0 where it is lower from the start. */
  inputAt(slope: number): number;
  /** |pays′/pays″| at x: how far the input goes for a relative change of slope. */
  reach(x: number): number;
};
