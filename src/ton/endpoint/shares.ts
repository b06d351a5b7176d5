// Shares of the endpoint's quota: each kind of work has its own.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Sending and tracking accepted requests; health checks; callers with a key or session; callers without. */
export type Share = 'sending' | 'probes' | 'known' | 'strangers';

/** Weights of the shares while all four have requests waiting; the quota of an idle share goes to the others. */
export const WEIGHTS: Readonly<Record<Share, number>> = { sending: 4, known: 3, strangers: 2, probes: 1 };

export type Asker = {
  readonly share: Share;
  /** An account or a network address: callers of one share take turns. */
  readonly name: string;
};

const askers = new AsyncLocalStorage<Asker>();
/** The default for work without a caller, which must not use the share of sending. */
const NOBODY: Asker = { share: 'known', name: '' };

export const askFor = <T>(asker: Asker, work: () => T): T => askers.run(asker, work);

export const askerNow = (): Asker => askers.getStore() ?? NOBODY;
