// What tells how a venue is doing.

export interface Health {
  /** Commands waiting to be committed. */
  readonly queueDepth: number;
  /** Resolves when commands and questions can be served. */
  check(): Promise<void>;
}
