// A devnet in a folder: a chain on a thread of its own, which answers as a toncenter endpoint does.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../../ports/store.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import type { Replayed } from './chain/replay.ts';
import type { DevnetInfo, PublishedInfo } from './info.ts';
import type { AuditNotice, ServiceOptions } from './service.ts';
import type { Answer } from './toncenter/answer.ts';

export type DevnetOptions = ServiceOptions & {
  /** Removes the one that is there. */
  readonly fresh?: boolean;
};

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
const FILES = ['devnet.db', 'devnet.db-wal', 'devnet.db-shm', 'devnet.json'];

export class Devnet {
  readonly info: DevnetInfo;
  readonly folder: string;
  readonly #thread: CalledThread<AuditNotice>;

  private constructor(folder: string, info: DevnetInfo, thread: CalledThread<AuditNotice>) {
    this.folder = folder;
    this.info = info;
    this.#thread = thread;
  }

  /** Opens the one in the folder, or makes a new one there. */
  static async start({ fresh = false, ...options }: DevnetOptions): Promise<Devnet> {
    const { folder } = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (fresh) for (const name of FILES) rmSync(join(folder, name), { force: true });
    const thread = startThread(options, () => {});
    try {
      return new Devnet(folder, (await thread.call('devnet', 'info')) as DevnetInfo, thread);
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** Writes devnet.json, for programs that look for the devnet there. */
  publish(origin: string): PublishedInfo {
    const published = { endpoint: `${origin}/ton/api/v2/jsonRPC`, ...this.info };
    const path = join(this.folder, 'devnet.json');
    writeFileSync(`${path}.new`, `${JSON.stringify(published, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return published;
  }

  /** A method of toncenter's API. */
  async call(method: string, params: object): Promise<Answer> {
    return (await this.#thread.call('devnet', 'call', method, params)) as Answer;
  }

  /** TON, or another of its tokens: `{ address, token?, amount }`. */
  async give(params: object): Promise<Answer> {
    return (await this.#thread.call('devnet', 'give', params)) as Answer;
  }

  /** Lets messages to an account wait, as in a shard that lags behind. */
  async hold(address: string): Promise<void> {
    await this.#thread.call('devnet', 'hold', address);
  }

  async release(address: string): Promise<void> {
    await this.#thread.call('devnet', 'release', address);
  }

  /** Sets the chain's clock ahead. */
  async skipTime(seconds: number): Promise<void> {
    await this.#thread.call('devnet', 'skipTime', seconds);
  }

  /** Of all accounts, transactions and messages under way. */
  async digest(): Promise<string> {
    return (await this.#thread.call('devnet', 'digest')) as string;
  }

  stop(): Promise<void> {
    return this.#thread.close();
  }
}

/** Makes every block of a stopped devnet again and compares. */
export async function auditDevnet(folder: string, progress: (done: number, total: number) => void): Promise<Replayed> {
  if (!existsSync(join(folder, 'devnet.db')))
    throw new StoreUnavailable('failed', `${folder}: there is no devnet; millpond devnet makes one`);
  const ended = Promise.withResolvers<Replayed>();
  const thread = startThread({ folder, blockMs: 0 }, (notice) => {
    if ('replayed' in notice) ended.resolve(notice.replayed);
    else progress(notice.done, notice.total);
  });
  try {
    await thread.call('devnet', 'audit');
    return await ended.promise;
  } finally {
    await thread.close();
  }
}

function startThread(data: ServiceOptions, onNotice: (notice: AuditNotice) => void): CalledThread<AuditNotice> {
  const lost = () => new StoreUnavailable('failed', 'the devnet gave no answer: it may have done what it was asked');
  return new CalledThread({ caller: import.meta.url, data, limits: LIMITS, onNotice, lost });
}
