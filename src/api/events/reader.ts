// One who reads events: where they stand, and what is still on its way to them.
import type { ServerResponse } from 'node:http';
import { StoreUnavailable } from '../../ports/store.ts';
import { turns } from '../../thread/own-turn.ts';
import type { Charge } from '../door/charge.ts';
import { ApiError } from '../errors.ts';
import { toldOf } from '../failure.ts';
import type { EventMetrics } from '../metrics/events.ts';
import type { EventClass, EventPage, EventQuestions } from './questions.ts';

/** What may wait for a reader who is told what happens as it happens. */
const MOST_WAITING_BYTES = 262_144;
/** So seldom that nobody minds, and so often that a key which was revoked is soon good for nothing. */
const CHECK_EVERY_MS = 1000;
/** After a journal went back so many are told anew; where there may be more, the reader is told from where to read. */
const MOST_RETOLD = 5000;
/** Long enough for the last words to arrive. */
const LINGER_MS = 5000;

/** However many are told the same, a commit is answered after some of them. */
const ownTurn = turns(25);

type ReaderOptions = {
  readonly response: ServerResponse;
  readonly questions: EventQuestions;
  readonly reads: EventClass;
  readonly metrics: EventMetrics;
  /** Of whoever reads. */
  readonly charge: Pick<Charge, 'rows' | 'pace'>;
  /** Throws an `ApiError` where whoever reads may not go on; absent where everybody may. */
  readonly check?: () => Promise<unknown>;
};

export class EventReader {
  /** Told up to here, or looked through. */
  cursor: number;
  /** How many events were sent. */
  sent = 0;
  /** Why it was cut off, if it was. */
  dropped: string | undefined;
  readonly #options: ReaderOptions;
  #rewinds: number;
  #isEnded = false;
  /** At the head when it was last told something, so that it is told as it happens. */
  #isLive = false;
  #isAsking = false;
  #checkedMs = performance.now();
  #takenMs = performance.now();
  #saidMs = performance.now();
  readonly #taken = () => {
    this.#takenMs = performance.now();
  };

  /** The first answer decides where it stands: at its end, unless the reader says where. */
  constructor(options: ReaderOptions, first: EventPage, after: number | undefined) {
    this.#options = options;
    this.#rewinds = first.rewinds;
    this.cursor = after ?? first.head;
    this.#say(`retry: 1000\n: ${first.head}\nid: ${Math.min(this.cursor, first.head)}\n\n`);
    if (after === undefined) this.#isLive = true;
    else this.#take(first);
    options.response.on('drain', () => void this.go());
  }

  get isEnded(): boolean {
    return this.#isEnded || this.#options.response.destroyed;
  }

  /** Tells what is next, and goes on while there is more and it is taken. */
  async go(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isReady()) {
        if (!this.#isLive) await this.#options.charge.pace(0);
        const page = await this.#options.questions.ask(this.cursor, this.#options.reads);
        if (page.count > 0) {
          await ownTurn();
          await this.#check();
        }
        if (this.isEnded) return;
        // What happens is told to all at once; a history is looked through for each.
        const rows = this.#isLive ? 0 : page.last - this.cursor;
        this.#options.charge.rows(rows);
        if (!this.#take(page)) return;
      }
    } catch (error) {
      // What cannot be answered now is asked again by the next who looks after it.
      if (error instanceof ApiError) this.drop(error.message);
      else if (error instanceof StoreUnavailable && error.reason === 'unreadable') this.drop(toldOf(error).message);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Lets it go on where something kept it from it, and says from time to time how far it is. */
  lookAfter(heartbeatMs: number, stallMs: number): void {
    const { response } = this.#options;
    const nowMs = performance.now();
    const isStalled = response.writableLength > 0 && nowMs - this.#takenMs > stallMs;
    if (isStalled) this.drop(`Nothing was read for ${stallMs / 1000} seconds.`);
    if (this.cursor !== this.#options.questions.head) void this.go();
    if (nowMs - this.#saidMs < heartbeatMs || this.isEnded) return;
    this.#say(`: ${this.cursor}\nid: ${this.cursor}\n\n`);
    this.#check().catch((error) => {
      if (error instanceof ApiError) this.drop(error.message);
    });
  }

  /** Ends it with a reason; whoever comes back goes on where it was. */
  drop(reason: string): void {
    if (this.isEnded) return;
    this.dropped = reason;
    this.#options.metrics.drop();
    this.end('dropped', reason);
  }

  end(event: 'dropped' | 'stopping', reason: string): void {
    if (this.isEnded) return;
    const { response } = this.#options;
    this.#isEnded = true;
    response.end(`event: ${event}\ndata: ${JSON.stringify({ reason })}\n\n`);
    setTimeout(() => response.destroy(), LINGER_MS).unref();
  }

  #isReady(): boolean {
    const { response } = this.#options;
    if (this.isEnded) return false;
    if (!this.#isLive) return !response.writableNeedDrain;
    if (response.writableLength <= MOST_WAITING_BYTES) return true;
    this.drop('Too slow: more than 256 KiB were waiting to be read.');
    return false;
  }

  /** True where there may be more. */
  #take(page: EventPage): boolean {
    const { bytes, chunk, count, last, head } = page;
    if (head < this.cursor || page.rewinds > this.#rewinds) return this.#goBack(page);
    const hasMoved = last > this.cursor;
    const wasLive = this.#isLive;
    this.cursor = last;
    this.#isLive = last >= head;
    this.sent += count;
    this.#options.metrics.send(count);
    if (count > 0) this.#say(bytes, wasLive ? chunk : undefined);
    else if (hasMoved && !wasLive) this.#say(`id: ${last}\n\n`);
    // The journal may have moved since it was asked about.
    return hasMoved && last < Math.max(head, this.#options.questions.head);
  }

  /** The page may be of the history that is over; what is there now is told from the fork on. True where there may be more. */
  #goBack({ head, rewinds, forks }: EventPage): boolean {
    // Whoever stands beyond the head without a rewind since was told by an earlier history, if ever by one.
    const from = rewinds === this.#rewinds + 1 ? forks.last : forks.lowest;
    this.#rewinds = rewinds;
    // All that was told still holds.
    if (this.cursor <= from && this.cursor <= head) return true;
    this.cursor = head - from <= MOST_RETOLD ? from : head;
    this.#isLive = this.cursor === head;
    this.#say(`id: ${this.cursor}\nevent: rewound\ndata: ${JSON.stringify({ head, from })}\n\n`);
    return !this.#isLive;
  }

  async #check(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#checkedMs < CHECK_EVERY_MS) return;
    await this.#options.check?.();
    this.#checkedMs = nowMs;
  }

  /** Where there is a chunk of it, it goes to the socket in one piece; whoever is told like that waits for no drain. */
  #say(what: string | Buffer, chunk?: Buffer): void {
    const { response } = this.#options;
    this.#saidMs = performance.now();
    if (response.writableLength === 0) this.#takenMs = this.#saidMs;
    if (chunk && response.chunkedEncoding && response.socket) response.socket.write(chunk, this.#taken);
    else response.write(what, this.#taken);
  }
}
