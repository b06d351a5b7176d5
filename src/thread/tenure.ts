// Holding the lease of webhooks: taken while there is something to do, renewed in time, and known to be lost as soon as it is.
import { type Leases, LONGEST_LEASE_MS } from '../ports/lease.ts';

/** Of a lease that is renewed it is the same thing; of one that was lost and taken again, another. */
export type Held = { readonly fence: number; readonly lost: AbortSignal };

const [LEASE_MS, RENEW_MS] = [LONGEST_LEASE_MS, 3000];

export class Tenure {
  readonly #leases: Leases;
  readonly #named: { readonly name: 'webhooks'; readonly holder: string };
  readonly #now: () => number;
  #held: Held | undefined;
  #aborter = new AbortController();
  #askedMs = Number.NEGATIVE_INFINITY;
  #takenMs = 0;

  constructor(leases: Leases, { holder, now }: { readonly holder: string; readonly now: () => number }) {
    this.#leases = leases;
    this.#named = { name: 'webhooks', holder };
    this.#now = now;
  }

  /** Undefined while another has it. */
  get held(): Held | undefined {
    return this.#held;
  }

  /** Takes or renews it, where it is time for that. */
  async hold(): Promise<void> {
    const nowMs = this.#now();
    // A clock that was set back must not make it a lease without end.
    if (Math.abs(nowMs - this.#askedMs) < RENEW_MS) return;
    this.#askedMs = nowMs;
    try {
      const fence = await this.#leases.takeLease({ ...this.#named, forMs: LEASE_MS });
      // With another fence, somebody else had it in between.
      if (fence !== this.#held?.fence) this.lose();
      if (fence === undefined) return;
      this.#held ??= { fence, lost: this.#aborter.signal };
      this.#takenMs = nowMs;
    } catch (error) {
      if (Math.abs(this.#now() - this.#takenMs) >= LEASE_MS) this.lose();
      throw error;
    }
  }

  lose(): void {
    if (!this.#held) return;
    this.#held = undefined;
    this.#aborter.abort();
    this.#aborter = new AbortController();
  }

  /** Lets another take it at once. */
  async release(): Promise<void> {
    if (!this.#held) return;
    this.lose();
    await this.#leases.releaseLease(this.#named).catch(() => {});
  }
}
