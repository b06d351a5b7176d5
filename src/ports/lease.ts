// A lease: a task that one process at a time may do, and a fence that tells its acts from those of a holder before it.

/** For which a task is taken at the most. */
export const LONGEST_LEASE_MS = 10_000;

export interface Leases {
  /** Takes or renews a lease by the database's clock; the fence, which is another for every holder, or undefined where somebody else has it. */
  takeLease(lease: Lease): Promise<number | undefined>;
  /** Lets another take it at once. */
  releaseLease(lease: Pick<Lease, 'name' | 'holder'>): Promise<void>;
}

export type Lease = {
  readonly name: 'market' | 'webhooks' | 'orders';
  /** Another one for every process that runs, also after a restart. */
  readonly holder: string;
  readonly forMs: number;
  /** What the holder tells everybody of its work, replaced with every renewal. */
  readonly note?: string;
};

/** Who holds a lease now, and what it tells of its work. */
export type LeaseHeld = { readonly holder: string; readonly note: string | null };
