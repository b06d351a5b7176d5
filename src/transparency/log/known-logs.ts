// The logs of an exchange with the secrets that blind their rows.

import type { LogIdentity } from '../../ports/public-log.ts';
import { LeafHasher } from '../format/row.ts';

export class KnownLogs {
  readonly #logs: readonly (LogIdentity & { readonly hasher: LeafHasher })[];

  /** Ascending. */
  constructor(logs: readonly LogIdentity[]) {
    this.#logs = logs.map((log) => ({ ...log, hasher: new LeafHasher(Buffer.from(log.secret, 'hex')) }));
  }

  /** Undefined before the first log is created. */
  get current(): LogIdentity | undefined {
    return this.#logs.at(-1);
  }

  hasherFor(sequence: number): LeafHasher {
    const log = this.#logs.findLast(({ firstSequence }) => firstSequence <= sequence);
    if (!log) throw new Error(`no log contains row ${sequence}`);
    return log.hasher;
  }
}
