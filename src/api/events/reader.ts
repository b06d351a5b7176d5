// One reader of the event stream: its position, and what is still waiting to be sent to it.
import type { ServerResponse } from 'node:http';
import { StoreUnavailable } from '../../ports/store.ts';
import { turns } from '../../thread/own-turn.ts';
import type { Charge } from '../door/charge.ts';
import { ApiError } from '../errors.ts';
import { publicFailure } from '../failure.ts';
import type { EventMetrics } from '../metrics/events.ts';
import type { EventClass, EventPage, EventQueries } from './questions.ts';

/** A live reader, which has received all events so far, is disconnected if more bytes than this wait to be sent to it. */
const MOST_WAITING_BYTES = 262_144;
/** How often the key of a reader is checked: rarely enough to cost little, often enough that a revoked key soon stops working. */
const CHECK_EVERY_MS = 1000;
/** Most transactions that are sent again after the journal was rewound; if there are more, the reader is told where to read them. */
const MOST_RETOLD = 5000;
/** Gives the last event time to arrive before the socket is destroyed. */
const LINGER_MS = 5000;

/** Lets 25 readers continue in each turn of the event loop, so that commits are answered in time, however many readers there are. */
const ownTurn = turns(25);
/** A page of fewer events is sent to 25 readers every 10 ms: most of its cost is the write, so it is better sent seldom, and then fuller. */
export const FULL_PAGE = 150;
const [READERS_AT_ONCE, PAUSE_MS] = [25, 10];
const ownPause = turns(READERS_AT_ONCE, PAUSE_MS);
/** How long it takes to send so many readers a page that is not full. */
export const roundMs = (readers: number): number => (PAUSE_MS * readers) / READERS_AT_ONCE;

type ReaderOptions = {
  readonly response: ServerResponse;
  readonly questions: EventQueries;
  readonly reads: EventClass;
  readonly metrics: EventMetrics;
  /** Charges the reader for the history it reads. */
  readonly charge: Pick<Charge, 'rows' | 'pace'>;
  /** Milliseconds without an event after which the reader is sent a heartbeat, if that is sooner than for all. */
  readonly beatMs?: number | undefined;
  /** Throws an `ApiError` if the reader may not continue; absent for public streams. */
  readonly check?: () => Promise<unknown>;
};

export class EventReader {
  /** The sequence up to which events were sent or, by the filter, skipped. */
  cursor: number;
  sent = 0;
  /** Why the reader was disconnected, for the log. */
  dropped: string | undefined;
  readonly #options: ReaderOptions;
  #rewinds: number;
  #isEnded = false;
  /** True if the last page that was sent reached the end of the journal. */
  #isLive = false;
  #isAsking = false;
  #checkedMs = performance.now();
  #takenMs = performance.now();
  #saidMs = performance.now();
  readonly #taken = () => {
    this.#takenMs = performance.now();
  };

  /** Starts after the sequence `after` or, without it, at the end of the journal as of the first answer. */
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

  /** Sends the next events, and continues while there are more and the client reads. */
  async go(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isReady()) {
        if (!this.#isLive) await this.#options.charge.pace(0);
        const page = await this.#options.questions.ask(this.cursor, this.#options.reads);
        if (page.count > 0) {
          await (page.count < FULL_PAGE ? ownPause() : ownTurn());
          await this.#check();
        }
        if (this.isEnded) return;
        // Live events are read once for all readers; history is read, and charged, for each.
        const rows = this.#isLive ? 0 : page.last - this.cursor;
        this.#options.charge.rows(rows);
        if (!this.#take(page)) return;
      }
    } catch (error) {
      // Other failures are temporary: the next `lookAfter` tries again.
      if (error instanceof ApiError) this.drop(error.message);
      else if (error instanceof StoreUnavailable && error.reason === 'unreadable')
        this.drop(publicFailure(error).message);
    } finally {
      this.#isAsking = false;
    }
  }

  /**
   * Called regularly: resumes an interrupted reader, disconnects a stalled one, and sends heartbeats with the position. Returns true if
   * it sent one. The key is checked no more often for a reader that has frequent heartbeats.
   */
  lookAfter(heartbeatMs: number, stallMs: number): boolean {
    const { response, beatMs = heartbeatMs } = this.#options;
    const nowMs = performance.now();
    const isStalled = response.writableLength > 0 && nowMs - this.#takenMs > stallMs;
    if (isStalled) this.drop(`Nothing was read for ${stallMs / 1000} seconds.`);
    if (this.cursor !== this.#options.questions.head) void this.go();
    if (this.isEnded) return false;
    if (nowMs - this.#checkedMs >= heartbeatMs) {
      this.#check().catch((error) => {
        if (error instanceof ApiError) this.drop(error.message);
      });
    }
    if (nowMs - this.#saidMs < Math.min(beatMs, heartbeatMs)) return false;
    this.#say(`: ${this.cursor}\nid: ${this.cursor}\n\n`);
    return true;
  }

  /** Ends the stream with a reason; a client that reconnects continues where it was. */
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

  /** Sends a page of events and moves on; returns true if there may be more. */
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
    // The journal may have grown since the page was requested.
    return hasMoved && last < Math.max(head, this.#options.questions.head);
  }

  /** Handles a rewound journal (a restored backup): restarts where the old and new history part. Returns true if there may be more. */
  #goBack({ head, rewinds, forks }: EventPage): boolean {
    // A position beyond the end of the journal, without a new rewind, is from an earlier history, so the lowest fork applies.
    const from = rewinds === this.#rewinds + 1 ? forks.last : forks.lowest;
    this.#rewinds = rewinds;
    // The reader has not got beyond the fork: everything sent so far is still valid.
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

  /** Sends text. A prepared chunk goes straight to the socket in one piece: live readers do not wait for 'drain'. */
  #say(what: string | Buffer, chunk?: Buffer): void {
    const { response } = this.#options;
    this.#saidMs = performance.now();
    if (response.writableLength === 0) this.#takenMs = this.#saidMs;
    if (chunk && response.chunkedEncoding && response.socket) response.socket.write(chunk, this.#taken);
    else response.write(what, this.#taken);
  }
}
