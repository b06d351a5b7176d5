// The file beside the key: the newest checkpoint that this node knows, where no restored database can take it back.
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type { DatabaseState } from '../../ports/public-log.ts';

/** A signed note, and what the database said about itself when it was signed; null if it does not say. */
export type LastKnown = { readonly checkpoint: string; readonly database: DatabaseState | null };

/** There is a file, but it does not say which checkpoint was the last: nothing may be signed by guessing. */
export class DamagedLast extends Error {
  override name = 'DamagedLast';
  constructor(file: string, why: string) {
    super(
      `${file} is damaged (${why}): do not delete it: millpond log recover finds out what was signed, and writes it anew`,
    );
  }
}

/** A checkpoint that is not kept beside the key is not signed: after a restart, nothing would show that it was. */
export class UnkeptLast extends Error {
  override name = 'UnkeptLast';
  constructor(file: string, why: string) {
    super(`the last checkpoint cannot be kept in ${file} (${why}): the exchange must be able to write to that folder`);
  }
}

export class LastFile {
  readonly path: string;
  /** Not shared with another process, which may have taken over while this one was paused in the middle of a write. */
  readonly #draft: string;

  constructor(path: string) {
    this.path = path;
    this.#draft = `${path}.${randomUUID()}`;
  }

  /** Undefined if there is no such file; throws `DamagedLast`. */
  async read(): Promise<LastKnown | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new DamagedLast(this.path, `it cannot be read: ${error.code}`);
    });
    if (text === undefined) return undefined;
    try {
      const { checkpoint, database = null }: Partial<LastKnown> = JSON.parse(text);
      if (typeof checkpoint === 'string') return { checkpoint, database };
    } catch {
      // Said below.
    }
    throw new DamagedLast(this.path, text === '' ? 'it is empty' : 'it contains no checkpoint');
  }

  /** Written to another file first and then renamed, so that a crash or a power failure leaves the old or the new one. */
  async write(last: LastKnown): Promise<void> {
    try {
      const file = await open(this.#draft, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(last, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(this.#draft, this.path);
    } catch (error) {
      await rm(this.#draft, { force: true }).catch(() => {});
      throw new UnkeptLast(this.path, (error as NodeJS.ErrnoException).code ?? String(error));
    }
  }
}
