// Holds a lease (only one process at a time has it): takes it, renews it before it expires, and aborts a signal if it is lost.
import { type Lease, type Leases, LONGEST_LEASE_MS } from '../ports/lease.ts';

/** A lease that this process holds: the same object while it is renewed, and a new object after it was lost and taken again. */
export type HeldLease = { readonly fence: number; readonly lost: AbortSignal };

export type LeaseHolderOptions = Pick<Lease, 'name' | 'holder'> & {
  readonly now: () => number;
  /** A holder that has not renewed the lease for this long loses it. */
  readonly leaseMs?: number;
  readonly renewEveryMs?: number;
  /** Public status, stored with every renewal. */
  readonly note?: () => string;
};

export class LeaseHolder {
  readonly #leases: Leases;
  readonly #options: Required<Omit<LeaseHolderOptions, 'note'>> & Pick<LeaseHolderOptions, 'note'>;
  #held: HeldLease | undefined;
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

  /** Undefined while another process holds the lease. */
  get held(): HeldLease | undefined {
    return this.#held;
  }

  /** Takes or renews the lease if that is due. */
  async hold(): Promise<void> {
    const { name, holder, leaseMs, renewEveryMs, now, note } = this.#options;
    const nowMs = now();
    // The difference is absolute: a clock that was set back must not prevent the renewal.
    if (Math.abs(nowMs - this.#askedMs) < renewEveryMs) return;
    try {
      const fence = await this.#leases.takeLease({ name, holder, forMs: leaseMs, ...(note && { note: note() }) });
      // A different fence means that another process held the lease in between.
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

  /** Gives the lease up locally. It is asked for again when a renewal is due, or with the next `hold` if `isAskedForAgain`. */
  lose(isAskedForAgain = false): void {
    if (isAskedForAgain) this.#askedMs = Number.NEGATIVE_INFINITY;
    if (!this.#held) return;
    this.#held = undefined;
    this.#aborter.abort();
    this.#aborter = new AbortController();
  }

  /** Releases the lease, so that another process can take it at once. */
  async release(): Promise<void> {
    if (!this.#held) return;
    this.lose();
    await this.#leases.releaseLease(this.#options).catch(() => {});
  }
}
