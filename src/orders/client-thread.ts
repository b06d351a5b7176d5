// Runs the keeper on a thread of its own while orders are open, and submits the commands that it returns.
import { setTimeout as sleep } from 'node:timers/promises';
import { openTail } from '../ports/tail.ts';
import { CalledThread, type ThreadEnd } from '../thread/called-thread.ts';
import type { OrderCommand } from './command.ts';
import type { CommandOutcome, Work } from './service.ts';
import type { ThreadOptions } from './thread.ts';

type OrderKeepingOptions = ThreadOptions & {
  /** Submits the commands in this order; resolves when each is answered. */
  submit(commands: readonly OrderCommand[]): Promise<readonly CommandOutcome[]>;
  /** Called with each answer of the keeper, and the outcomes of its commands. */
  readonly onWork?: (work: Work, answers: readonly CommandOutcome[]) => void;
  /** Called with the last transaction up to which the keeper has nothing left to do. */
  readonly onLooked?: (sequence: number) => void;
  /** Called with an error; the keeper is asked again after a pause. */
  readonly onTrouble?: (error: Error) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
  /** Called when this process fills no orders for now: none is open, or an error occurred. */
  readonly onIdle?: () => void;
  /** How long no order must be open before the thread ends. */
  readonly lingerMs?: number;
};

/** Far above what a hundred thousand orders and tens of thousands of pools need. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };
const LINGER_MS = 60_000;
/** The pause after an error. */
const TROUBLE_MS = 1000;

class Lost extends Error {
  override message = 'the thread that keeps orders has stopped';
}

export class OrderKeeping {
  readonly #options: OrderKeepingOptions;
  #thread: CalledThread<number> | undefined;
  #running: Promise<void> | undefined;
  /** True if an order may have been opened since the thread was last asked. */
  #isWanted = false;
  readonly #closed = new AbortController();

  constructor(options: OrderKeepingOptions) {
    this.#options = options;
  }

  /** True while the thread runs. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts the thread if orders are open, or if that is unknown. */
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

  /** Called when there may be an open order. */
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

  /** Submits commands until no order has been open for a while. */
  async #serve(thread: CalledThread<number>): Promise<void> {
    const { submit, onWork, onLooked, onTrouble, lingerMs = LINGER_MS } = this.#options;
    const { signal } = this.#closed;
    let answers: readonly CommandOutcome[] = [];
    let lastMs = performance.now();
    while (!signal.aborted) {
      try {
        const work = (await thread.call('keeper', 'next', answers)) as Work;
        answers = work.commands.length > 0 ? await submit(work.commands) : [];
        onWork?.(work, answers);
        if (work.holds && work.isAll) onLooked?.(work.sequence);
        // A standby (a process without the lease) does not know the number of open orders.
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
