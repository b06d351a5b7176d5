// Keeping orders, on a thread of its own that runs only while some are open; what it finds is done here, like anybody's commands.
import { setTimeout as sleep } from 'node:timers/promises';
import { openTail } from '../ports/tail.ts';
import { CalledThread, type ThreadEnd } from '../thread/called-thread.ts';
import type { OrderCommand } from './command.ts';
import type { Answered, Work } from './service.ts';
import type { ThreadOptions } from './thread.ts';

type OrderKeepingOptions = ThreadOptions & {
  /** Gives the commands in this order; resolves when each is answered. */
  submit(commands: readonly OrderCommand[]): Promise<readonly Answered[]>;
  /** Told what was found, and what became of it. */
  readonly onWork?: (work: Work, answers: readonly Answered[]) => void;
  /** Told that all was done that could be up to a transaction. */
  readonly onLooked?: (sequence: number) => void;
  /** Something is wrong, and is tried again. */
  readonly onTrouble?: (error: Error) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
  /** Told that this process keeps no orders: nothing is open, or something is wrong. */
  readonly onIdle?: () => void;
  /** For how long there must be no open order before the thread ends. */
  readonly lingerMs?: number;
};

/** Far above what a hundred thousand orders and tens of thousands of pools take. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };
const LINGER_MS = 60_000;
/** After something went wrong. */
const TROUBLE_MS = 1000;

class Lost extends Error {
  override message = 'the thread that keeps orders has stopped';
}

export class OrderKeeping {
  readonly #options: OrderKeepingOptions;
  #thread: CalledThread<number> | undefined;
  #running: Promise<void> | undefined;
  /** Whether there was a word of an open order since the thread was last told to end. */
  #isWanted = false;
  readonly #closed = new AbortController();

  constructor(options: OrderKeepingOptions) {
    this.#options = options;
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Begins where there are open orders, or nobody can tell. */
  async start(): Promise<void> {
    const tail = await openTail(this.#options.tail);
    try {
      const { balances } = await tail.orders({ after: '', limit: 1 });
      if (balances.length > 0) this.begin();
    } catch {
      this.begin();
    } finally {
      await tail.close();
    }
  }

  /** There may be an open order. */
  begin(): void {
    if (this.#closed.signal.aborted) return;
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#thread?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { tail, projection, keeper, onEnd, onLooked } = this.#options;
    while (this.#isWanted && !this.#closed.signal.aborted) {
      this.#isWanted = false;
      const data: ThreadOptions = { tail, projection, keeper };
      this.#thread = new CalledThread<number>({
        caller: import.meta.url,
        data,
        limits: LIMITS,
        onNotice: (sequence) => onLooked?.(sequence),
        lost: () => new Lost(),
        onEnd,
      });
      await this.#serve(this.#thread);
      const thread = this.#thread;
      this.#thread = undefined;
      await thread.close();
    }
    this.#options.onIdle?.();
    this.#running = undefined;
  }

  /** Does what is found, until there is no open order for a while. */
  async #serve(thread: CalledThread<number>): Promise<void> {
    const { submit, onWork, onLooked, onTrouble, lingerMs = LINGER_MS } = this.#options;
    const { signal } = this.#closed;
    let answers: readonly Answered[] = [];
    let lastMs = performance.now();
    while (!signal.aborted) {
      try {
        const work = (await thread.call('keeper', 'next', answers)) as Work;
        answers = work.commands.length > 0 ? await submit(work.commands) : [];
        onWork?.(work, answers);
        if (work.holds && work.isAll) onLooked?.(work.sequence);
        // Who stands by does not know how many there are.
        if (!work.holds || work.isLoading || work.open > 0 || this.#isWanted) lastMs = performance.now();
        this.#isWanted = false;
        if (performance.now() - lastMs >= lingerMs) return;
        if (answers.includes('unknown')) await this.#recover();
      } catch (error) {
        answers = [];
        if (signal.aborted) return;
        this.#options.onIdle?.();
        onTrouble?.(error as Error);
        await this.#recover();
      }
    }
  }

  async #recover(): Promise<void> {
    await sleep(TROUBLE_MS, undefined, { signal: this.#closed.signal }).catch(() => {});
  }
}
