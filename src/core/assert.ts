// Assertions are for bugs only: a failed one means this program is wrong, never its input.
export class AssertionFailure extends Error {
  override name = 'AssertionFailure';
}

export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new AssertionFailure(claim);
}
