// Counts what each client holds at once, such as connections, so that no client or network uses up what is meant for all.
import { placeOf, SHARES } from './client-networks.ts';

type HeldLimits = {
  /** Most for one address, or one account. */
  readonly each: number;
  /** Most for all clients together. The networks of an IPv6 client may hold more than `each`, but not more than half of this. */
  readonly total: number;
  /** Most for loopback: the operator's own programs, or a proxy that is not listed as trusted. */
  readonly thisMachine?: number;
};

/** An account, or the networks of `clientNetworks`; no names if the client is not limited. */
type Client = string | readonly string[];

export class HeldByClient {
  readonly #limits: HeldLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  /** The number that a client, or one of its networks, holds if that is its share; undefined if it may hold more. */
  full(client: Client): number | undefined {
    const names = [client].flat();
    return names.map((name) => this.#counts.get(name) ?? 0).find((count, at) => count >= this.#most(names, at));
  }

  /** Counts one more for a client that is not full. */
  enter(client: Client): void {
    for (const name of [client].flat()) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  leave(client: Client): void {
    for (const name of [client].flat()) {
      const left = (this.#counts.get(name) ?? 0) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }

  #most([place = '']: readonly string[], at: number): number {
    const { each, total, thisMachine = each } = this.#limits;
    if (isThisMachine(place)) return thisMachine;
    return at === 0 ? each : Math.max(each, Math.min(each * (SHARES[at] as number), total / 2));
  }
}

const isThisMachine = (place: string): boolean => place.startsWith('127.') || place === placeOf('::1');
