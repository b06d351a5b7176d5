// Holds a lease: takes it while there is something to do, renews it in time, and knows at once when it is lost.
import { type Lease, type Leases, LONGEST_LEASE_MS } from '../ports/lease.ts';

/** Of a lease that is renewed it is the same thing; of one that was lost and taken again, another. */
export type Held = { readonly fence: number; readonly lost: AbortSignal };

export type LeaseHolderOptions = Pick<Lease, 'name' | 'holder'> & {
  readonly now: () => number;
  /** Whoever has not renewed it for so long is taken for dead. */
  readonly leaseMs?: number;
  readonly renewEveryMs?: number;
  /** Stored with every renewal, for everybody to read. */
  readonly note?: () => string;
};

export class LeaseHolder {
  readonly #leases: Leases;
  readonly #options: Required<Omit<LeaseHolderOptions, 'note'>> & Pick<LeaseHolderOptions, 'note'>;
  #held: Held | undefined;
  #aborter = new AbortController();
  #askedMs = Number.NEGATIVE_INFINITY;
  #takenMs = 0;

  constructor(
    leases: Leases,
    { leaseMs = LONGEST_LEASE_MS, renewEveryMs = 0.3 * leaseMs, ...options }: LeaseHolderOptions,
  ) {
    this.#leases = leases;
    this.#options = { leaseMs, renewEveryMs, ...options };
  }

  /** Undefined while another has it. */
  get held(): Held | undefined {
    return this.#held;
  }

  /** Takes or renews it, where it is time for that. */
  async hold(): Promise<void> {
    const { name, holder, leaseMs, renewEveryMs, now, note } = this.#options;
    const nowMs = now();
    // A clock that was set back must not make it a lease without end.
    if (Math.abs(nowMs - this.#askedMs) < renewEveryMs) return;
    try {
      const fence = await this.#leases.takeLease({ name, holder, forMs: leaseMs, ...(note && { note: note() }) });
      // With another fence, somebody else had it in between.
      if (fence !== this.#held?.fence) this.lose();
      if (fence !== undefined) {
        this.#held ??= { fence, lost: this.#aborter.signal };
        this.#takenMs = nowMs;
      }
    } catch (error) {
      if (Math.abs(now() - this.#takenMs) >= leaseMs) this.lose();
      throw error;
    } finally {
      this.#askedMs = nowMs;
    }
  }

  /** It is asked for when it is time for that, or with the next word. */
  lose(isAskedForAgain = false): void {
    if (isAskedForAgain) this.#askedMs = Number.NEGATIVE_INFINITY;
    if (!this.#held) return;
    this.#held = undefined;
    this.#aborter.abort();
    this.#aborter = new AbortController();
  }

  /** Lets another take it at once. */
  async release(): Promise<void> {
    if (!this.#held) return;
    this.lose();
    await this.#leases.releaseLease(this.#options).catch(() => {});
  }
}
