// How a check goes: the steps it made, and the error that ends it.

/** One step of a check, in order: what was computed or compared. Hashes are in hex. */
export type ProofStep =
  | { readonly step: 'entry' | 'leaf' | 'root' | 'list'; readonly hash: string }
  | { readonly step: 'node'; readonly sibling: string; readonly side: 'left' | 'right'; readonly hash: string }
  | { readonly step: 'signature'; readonly name: string; readonly time: number | null };

/** Why a proof was not accepted, with the steps that still worked. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  readonly steps: readonly ProofStep[];

  constructor(message: string, steps: readonly ProofStep[] = []) {
    super(message);
    this.steps = steps;
  }
}
