// Health of a venue, for readiness checks and metrics.
import type { Figures } from './store.ts';

export interface Health {
  /** Number of commands that wait to be committed. */
  readonly queueDepth: number;
  /** Resolves if commands and queries can be served, else rejects. */
  check(): Promise<void>;
  figures(): Promise<Figures>;
}
