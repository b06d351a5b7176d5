// A devnet in a thread of its own, which is restarted if it ends.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Replayed } from '#devnet/chain/replay';
import type { DevnetCalls, DevnetOptions } from '#devnet/devnet';
import { type DevnetInfo, fileOf } from '#devnet/info';
import type { Answer } from '#devnet/toncenter/answer';
import { StoreUnavailable } from '../../ports/store.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import { errorOf } from '../../thread/failure.ts';
import type { DevnetNotice } from './thread.ts';

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

export class DevnetThread implements DevnetCalls {
  readonly info: DevnetInfo;
  readonly folder: string;
  readonly #thread: CalledThread<DevnetNotice>;

  private constructor(folder: string, info: DevnetInfo, thread: CalledThread<DevnetNotice>) {
    this.folder = folder;
    this.info = info;
    this.#thread = thread;
  }

  /** Opens the devnet in the folder, or creates one; `onTrouble` is also called when the thread has ended and is restarted. */
  static async start({ fresh = false, onTrouble, ...options }: DevnetOptions): Promise<DevnetThread> {
    const { thread, told } = startThread(options, { onTrouble });
    try {
      await thread.call('lengthy', 'open', fresh);
      const notice = await told;
      assert('opened' in notice);
      return new DevnetThread(options.folder, notice.opened, thread);
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  async call(method: string, params: object): Promise<Answer> {
    return (await this.#thread.call('devnet', 'call', method, params)) as Answer;
  }

  async callV3(path: string, params: object): Promise<Answer> {
    return (await this.#thread.call('devnet', 'callV3', path, params)) as Answer;
  }

  async give(params: object): Promise<Answer> {
    return (await this.#thread.call('devnet', 'give', params)) as Answer;
  }

  async hold(address: string): Promise<void> {
    await this.#thread.call('devnet', 'hold', address);
  }

  async release(address: string): Promise<void> {
    await this.#thread.call('devnet', 'release', address);
  }

  async skipTime(seconds: number): Promise<void> {
    await this.#thread.call('devnet', 'skipTime', seconds);
  }

  stop(): Promise<void> {
    return this.#thread.close();
  }
}

/** Replays every block of a stopped devnet and compares the result. */
export async function auditDevnet(folder: string, progress: (done: number, total: number) => void): Promise<Replayed> {
  if (!existsSync(fileOf(folder)))
    throw new StoreUnavailable('failed', `${folder}: there is no devnet; millpond devnet makes one`);
  const { thread, told } = startThread({ folder, blockMs: 0 }, { progress });
  try {
    await thread.call('lengthy', 'audit');
    const notice = await told;
    assert('replayed' in notice);
    return notice.replayed;
  } finally {
    await thread.close();
  }
}

type Outcome = Exclude<DevnetNotice, { readonly done: number } | { readonly trouble: string }>;
type Listeners = {
  readonly progress?: (done: number, total: number) => void;
  readonly onTrouble?: ((message: string) => void) | undefined;
};

/** `told` resolves with the thread's first result, and rejects if the work failed. */
function startThread(data: DevnetOptions, { progress, onTrouble }: Listeners) {
  refuseWithoutPackages();
  const over = Promise.withResolvers<Exclude<Outcome, { readonly failed: unknown }>>();
  // Avoids an unhandled rejection if nobody waits: the caller then gets the error from its call.
  over.promise.catch(() => {});
  const thread = new CalledThread<DevnetNotice>({
    caller: import.meta.url,
    data,
    limits: LIMITS,
    lost: () => new StoreUnavailable('failed', 'the devnet gave no answer: it may have done what it was asked'),
    onNotice(notice) {
      if ('done' in notice) progress?.(notice.done, notice.total);
      else if ('trouble' in notice) onTrouble?.(`the devnet in ${data.folder}: ${notice.trouble}`);
      else if ('failed' in notice) over.reject(errorOf(notice.failed));
      else over.resolve(notice);
    },
    onEnd({ why }) {
      over.reject(new StoreUnavailable('failed', `the thread of the devnet ended: ${why}`));
      onTrouble?.(`the devnet in ${data.folder}: its thread ended (${why}) and is started again`);
    },
  });
  return { thread, told: over.promise };
}

/** Throws if the devnet's packages are not installed: they are optional, because they are large. */
function refuseWithoutPackages(): void {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ['@ton/sandbox', '@ton/crypto']) resolve(name);
  } catch {
    throw new StoreUnavailable('failed', 'a devnet needs two more packages: npm install @ton/sandbox @ton/crypto');
  }
}
