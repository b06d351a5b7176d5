// Tells for how long no batch could take the journal's lock.

export class LockHealth {
  #triedMs = Number.NEGATIVE_INFINITY;
  #blockedSinceMs: number | undefined;
  #head: string | undefined;

  taken(nowMs = performance.now()): void {
    this.#triedMs = nowMs;
    this.#blockedSinceMs = undefined;
  }

  /** The lock was not free within the time of an attempt that began at `sinceMs`. */
  refused(sinceMs: number, nowMs = performance.now()): void {
    this.#triedMs = nowMs;
    this.#blockedSinceMs ??= sinceMs;
  }

  /** True if no batch has tried for this long, so that the lock may be taken or free without anybody knowing. */
  isUntriedFor(ms: number, nowMs = performance.now()): boolean {
    return nowMs - this.#triedMs >= ms;
  }

  /** `head`: the database transaction that last wrote the head. If it is another than before, a batch of another node had the lock. */
  sawHead(head: string): void {
    if (this.#head !== undefined && this.#head !== head) this.#blockedSinceMs = undefined;
    this.#head = head;
  }

  blockedForMs(nowMs = performance.now()): number {
    return this.#blockedSinceMs === undefined ? 0 : nowMs - this.#blockedSinceMs;
  }
}
