// A lease: the right of one process at a time to do a task. Its fence, a number, makes the store reject writes of previous holders.

/** The longest time for which a process takes a lease before it must renew it. */
export const LONGEST_LEASE_MS = 10_000;

export interface Leases {
  /**
   * Takes or renews a lease; the database's clock decides when it expires. Returns the fence, which is new for every holder, or
   * undefined if another process holds the lease.
   */
  takeLease(lease: Lease): Promise<number | undefined>;
  /** Releases the lease, so that another process can take it at once. */
  releaseLease(lease: Pick<Lease, 'name' | 'holder'>): Promise<void>;
}

export type Lease = {
  readonly name: 'market' | 'webhooks' | 'orders' | 'log' | 'liabilities';
  /** Unique to each run of a process. */
  readonly holder: string;
  readonly forMs: number;
  /** Public status of the holder's work; replaced with every renewal. */
  readonly note?: string;
};

/** The current holder of a lease, with the status it last published. */
export type LeaseHeld = { readonly holder: string; readonly note: string | null };
