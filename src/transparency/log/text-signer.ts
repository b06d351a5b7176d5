// The key of the public log for texts besides checkpoints. Any node that has the key signs them.

import type { LogIdentity, LogReads } from '../../ports/public-log.ts';
import { type SigningKey, signingKey, vkeyOf } from '../format/keys.ts';

export class TextSigner {
  readonly #store: Pick<LogReads, 'logs' | 'logStanding' | 'lastCheckpoint'>;
  readonly #keyText: string | undefined;
  #key: SigningKey | undefined;

  /** Without the content of a key file, nothing is signed here. */
  constructor(store: Pick<LogReads, 'logs' | 'logStanding' | 'lastCheckpoint'>, keyText: string | undefined) {
    this.#store = store;
    this.#keyText = keyText;
  }

  /** The logs, and the key of the last one; undefined if this node may not sign for it. */
  async current(): Promise<{ readonly logs: readonly LogIdentity[]; readonly key: SigningKey } | undefined> {
    if (this.#keyText === undefined) return undefined;
    const logs = await this.#store.logs();
    const last = logs.at(-1);
    if (!last) return undefined;
    const { size, head } = await this.#store.logStanding();
    const checkpoint = await this.#store.lastCheckpoint();
    const signed = checkpoint?.log === last.number ? checkpoint : undefined;
    // The journal was rolled back: it goes on as another log, which does not exist yet.
    if (size > head || (signed && signed.size > head)) return undefined;
    const key = this.#keyOf(last.origin, this.#keyText);
    // A log has one key; another one begins the next log.
    return signed && signed.vkey !== vkeyOf(key) ? undefined : { logs, key };
  }

  #keyOf(origin: string, keyText: string): SigningKey {
    if (this.#key?.name !== origin) this.#key = signingKey(keyText, origin, 'note');
    return this.#key;
  }
}
