// What tells how a venue is doing.
import type { Figures } from './store.ts';

export interface Health {
  /** Commands waiting to be committed. */
  readonly queueDepth: number;
  /** Resolves when commands and questions can be served. */
  check(): Promise<void>;
  figures(): Promise<Figures>;
}
