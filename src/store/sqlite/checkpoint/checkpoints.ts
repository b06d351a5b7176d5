// Runs checkpoints (copies the write-ahead log into the database file) on a thread that is started when first needed.
import { CalledThread } from '../../../thread/called-thread.ts';
import type { ConnectionOptions } from '../connection.ts';
import type { Checkpoints } from '../wal.ts';

/** False before 3.51.3: SQLite may lose pages if one connection commits while another copies the log (sqlite.org/wal.html#walresetbug). */
export const canCopyBeside = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch >= 3_051_003;
};

/** Little memory, since the thread has nothing but a connection. */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };

export class CheckpointThread implements Checkpoints {
  readonly #options: ConnectionOptions;
  #thread: CalledThread<never> | undefined;

  /** The file of the options must exist. */
  constructor(options: Required<ConnectionOptions>) {
    this.#options = options;
  }

  async copy(): Promise<number | undefined> {
    this.#thread ??= new CalledThread<never>({
      caller: import.meta.url,
      data: this.#options,
      limits: LIMITS,
      onNotice: () => {},
      lost: () => new Error('nobody copies the log at the moment'),
    });
    try {
      return (await this.#thread.call('log', 'copy')) as number;
    } catch {
      // The writer then copies the log itself; if the disk fails, the next commit reports it.
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }
}
