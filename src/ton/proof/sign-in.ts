// Signing in with a wallet: a payload that it signs, good for a quarter of an hour, on every node, and once.
import type { Address } from '@ton/core';
import type { SideRecordChange } from '../../ports/side-records.ts';
import { checkProof, type Outcome, type ProofReply, type Proved } from './check.ts';

/** Makes payloads without keeping anything, and tells its own from others. */
export type Payloads = {
  make(purpose: readonly string[], nowMs: number): Promise<string>;
  /** What uses it up; undefined where it is not, or no longer, good. */
  use(payload: string, purpose: readonly string[], nowMs: number): Promise<SideRecordChange | undefined>;
};

export type SignInOptions = {
  readonly payloads: Payloads;
  readonly domains: readonly string[];
  keyOf?(address: Address): Promise<Buffer | undefined>;
  readonly nowMs: () => number;
};

/** What was made for passkeys is no good here, nor the other way round. */
const PURPOSE = ['ton-proof'];

/** Whoever gives a key for it changes the records with `use`: of two that bring the same proof, one is too late. */
export type SignedIn = Proved & { readonly use: SideRecordChange };

export class WalletSignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  payload(): Promise<string> {
    const { payloads, nowMs } = this.#options;
    return payloads.make(PURPOSE, nowMs());
  }

  /** The payload comes last: until a signature is right, nothing is read from the database. */
  async check(reply: ProofReply): Promise<SignedIn | Exclude<Outcome, Proved>> {
    const { payloads, domains, keyOf } = this.#options;
    const nowMs = this.#options.nowMs();
    const outcome = await checkProof(reply, { domains, nowMs, ...(keyOf && { keyOf }) });
    if ('refusal' in outcome) return outcome;
    const use = await payloads.use(reply.proof.payload, PURPOSE, nowMs);
    return use ? { ...outcome, use } : { refusal: 'wrong_payload' };
  }
}
