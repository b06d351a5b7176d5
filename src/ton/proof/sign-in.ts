// Signing in with a wallet: the wallet signs a payload, which every node accepts for 15 minutes, and only once.
import type { Address } from '@ton/core';
import type { Account } from '../../core/amount.ts';
import type { SideRecordChange } from '../../ports/side-records.ts';
import type { WalletProof, WalletSignIns } from '../../ports/venue/chain.ts';
import { checkProof, REFUSALS } from './check.ts';

/** Issues payloads without storing them, and recognises its own. */
export type Payloads = {
  make(purpose: readonly string[], nowMs: number): Promise<string>;
  /** The change that marks the payload as used; undefined if it is not valid, or no longer. */
  use(payload: string, purpose: readonly string[], nowMs: number): Promise<SideRecordChange | undefined>;
};

export type SignInOptions = {
  readonly payloads: Payloads;
  keyOf?(address: Address): Promise<Buffer | undefined>;
  readonly nowMs?: () => number;
};

/** Payloads are valid for one purpose: one made for passkeys is refused here, and one made here is refused for passkeys. */
const PURPOSE = ['ton-proof'];

export class WalletSignIn implements WalletSignIns {
  readonly #options: Required<Pick<SignInOptions, 'nowMs'>> & SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = { nowMs: Date.now, ...options };
  }

  payload(): Promise<string> {
    const { payloads, nowMs } = this.#options;
    return payloads.make(PURPOSE, nowMs());
  }

  /** The payload is checked last: nothing is read from the database before the signature is verified. */
  async check(reply: WalletProof, domains: readonly string[]): ReturnType<WalletSignIns['check']> {
    const { payloads, keyOf, nowMs } = this.#options;
    const outcome = await checkProof(reply, { domains, nowMs: nowMs(), ...(keyOf && { keyOf }) });
    if ('refusal' in outcome) return { refusal: REFUSALS[outcome.refusal] };
    const use = () => payloads.use(reply.proof.payload, PURPOSE, nowMs());
    return (await use()) ? { account: outcome.account as Account, use } : { refusal: REFUSALS.wrong_payload };
  }
}
