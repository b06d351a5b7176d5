// A failed assertion means a bug in this program; bad input is refused instead.
export class AssertionFailure extends Error {
  override name = 'AssertionFailure';
}

export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new AssertionFailure(claim);
}
