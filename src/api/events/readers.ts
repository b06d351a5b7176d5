// All readers (clients of GET /events): limits their number, wakes them on new events, and checks on them regularly.
import { LONGEST_BEAT_S } from '../../contract/events.ts';
import type { Market } from '../../ports/market.ts';
import { turns } from '../../thread/own-turn.ts';
import type { ClientNetworks } from '../door/client-networks.ts';
import { HeldByClient } from '../door/held-by-client.ts';
import { RateLimited } from '../door/rate-limit.ts';
import { ApiError } from '../errors.ts';
import type { EventMetrics } from '../metrics/events.ts';
import { EventQueries } from './questions.ts';
import { type EventReader, FULL_PAGE, roundMs } from './reader.ts';

export type EventOptions = {
  /** Most readers at once. */
  readonly maxEventReaders: number;
  /** Most readers of one account, or of one address without a key (of an IPv6 /56 and /48 4 and 16 times as many); 0 for no limit. */
  readonly accountEventReaders: number;
  /** Milliseconds without an event after which a reader is sent a heartbeat. */
  readonly eventHeartbeatMs?: number;
  /** A reader that has received none of its waiting data for this time is disconnected. */
  readonly eventStallMs?: number;
};

const HEARTBEAT_MS = LONGEST_BEAT_S * 1000;
const STALL_MS = 30_000;
const LOOK_AFTER_EVERY_MS = 1000;
/** After so many heartbeats other work has its turn: each takes 20 to 40 µs, so those of 10,000 readers at once would hold it up for 200 ms or more. */
const BEATS_AT_ONCE = 50;

const ownTurn = turns(1);

export class EventReaders {
  readonly questions: EventQueries;
  readonly #options: EventOptions;
  readonly #heartbeatMs: number;
  readonly #readers = new Set<EventReader>();
  /** Readers by account or address, including those whose first answer is still under way. */
  readonly #own: HeldByClient;
  #taken = 0;
  #strangers = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  /** The journal's head. Readers are told about it when all have received the events up to the last one they were told about, or if it is far ahead. */
  #head = 0;
  #toldMs = Number.NEGATIVE_INFINITY;
  #telling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(market: Market, metrics: EventMetrics, options: EventOptions) {
    this.#options = options;
    const { maxEventReaders, accountEventReaders } = options;
    const each = accountEventReaders === 0 ? Number.POSITIVE_INFINITY : accountEventReaders;
    // Half of all places are for callers without a key.
    this.#own = new HeldByClient({ each, total: maxEventReaders / 2 });
    this.#heartbeatMs = options.eventHeartbeatMs ?? HEARTBEAT_MS;
    this.questions = new EventQueries(market);
    metrics.watchReaders(() => this.#readers.size);
    market.onHead((head) => this.#onHead(head));
  }

  /** Counts a new reader and returns the function to call when it leaves; half of all places are reserved for callers with a key. */
  enter(client: ClientNetworks, isStranger: boolean): () => void {
    const { maxEventReaders } = this.#options;
    if (this.#isClosed) throw new ApiError('overloaded', 'The exchange is shutting down.');
    if (this.#taken >= maxEventReaders) {
      throw new ApiError(
        'overloaded',
        `The exchange is busy: ${maxEventReaders} event streams are already open. Try again later.`,
      );
    }
    const own = this.#own.full(client);
    if (own !== undefined) {
      const message = `You already have ${own} event streams open, the maximum; close one first.`;
      throw new RateLimited(message, own, 1);
    }
    if (isStranger && this.#strangers >= maxEventReaders / 2) {
      const message = `The exchange is busy: ${this.#strangers} event streams without a key are already open. Try again later, or use a key.`;
      throw new ApiError('overloaded', message);
    }
    this.#taken += 1;
    this.#own.enter(client);
    if (isStranger) this.#strangers += 1;
    return () => this.#leave(client, isStranger);
  }

  add(reader: EventReader): void {
    this.#readers.add(reader);
    this.#timer ??= setInterval(() => void this.#lookAfter(), Math.min(LOOK_AFTER_EVERY_MS, this.#heartbeatMs)).unref();
    void reader.go();
  }

  remove(reader: EventReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends all streams, so that they do not delay the shutdown. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.end('stopping', 'The server is shutting down; reconnect.');
  }

  #onHead(head: number): void {
    this.#head = head;
    const waitMs = this.#toldMs + roundMs(this.#readers.size) - performance.now();
    if (waitMs <= 0 || head - this.questions.head >= FULL_PAGE) this.#tell();
    else this.#telling ??= setTimeout(() => this.#tell(), waitMs).unref();
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#toldMs = performance.now();
    this.questions.head = this.#head;
    for (const reader of this.#readers) if (reader.cursor !== this.#head) void reader.go();
  }

  async #lookAfter(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { eventStallMs: stallMs = STALL_MS } = this.#options;
    let beats = 0;
    for (const reader of this.#readers) {
      if (!reader.lookAfter(this.#heartbeatMs, stallMs)) continue;
      beats += 1;
      if (beats % BEATS_AT_ONCE === 0) await ownTurn();
    }
    this.#isLooking = false;
  }

  #leave(client: ClientNetworks, isStranger: boolean): void {
    this.#taken -= 1;
    if (isStranger) this.#strangers -= 1;
    this.#own.leave(client);
  }
}
