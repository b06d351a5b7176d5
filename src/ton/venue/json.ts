// JSON with integers of any size, for the stored parts of a request.

/** A bigint in JSON; cannot collide with names or texts of a request, which are never objects. */
type Whole = { readonly $whole: string };

export const pack = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? ({ $whole: String(each) } satisfies Whole) : each));

export const unpack = <T>(text: string): T =>
  JSON.parse(text, (_, each) => (isWhole(each) ? BigInt(each.$whole) : each)) as T;

const isWhole = (value: unknown): value is Whole =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Whole>).$whole === 'string';
