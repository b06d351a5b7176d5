// For whom the endpoint is asked: each kind of work has its own share of the requests that the endpoint allows.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Sending and following accepted orders, probes of this server, callers who are known, and those who are not. */
export type Share = 'orders' | 'probes' | 'known' | 'strangers';

/** How the requests are divided while all four wait; a share that nobody waits in goes to the others. */
export const WEIGHTS: Readonly<Record<Share, number>> = { orders: 4, known: 3, strangers: 2, probes: 1 };

export type Asker = {
  readonly share: Share;
  /** An account or an address: those of one share take turns. */
  readonly name: string;
};

const askers = new AsyncLocalStorage<Asker>();
/** Work that nobody has called for must not take the requests of orders. */
const NOBODY: Asker = { share: 'known', name: '' };

export const askFor = <T>(asker: Asker, work: () => T): T => askers.run(asker, work);

export const askerNow = (): Asker => askers.getStore() ?? NOBODY;
