// The events of the venue on TON: one for each ended request, in order, from the store that all nodes share.
import type { TokenAddress } from '../../core/amount.ts';
import type { Listings } from '../../journal/event.ts';
import { Landmarks } from '../../journal/landmarks.ts';
import type { ChainRequests, EndedRequest } from '../../ports/chain-requests.ts';
import type { EventFilter, EventsQuery, Forks } from '../../ports/market.ts';
import { NotOnThisVenue, type Venue } from '../../ports/venue.ts';
import { type ChainEvent, eventOf, mayConcern, tokensOf, unseen } from './event.ts';

type Options = {
  readonly requests: Pick<ChainRequests, 'ended' | 'lastEvent'>;
  /** Provides the tokens' decimals. */
  readonly registry: Pick<Venue, 'tokensNamed'>;
  /** Interval between two polls of the store, in which other nodes end requests too. */
  readonly lookEveryMs: number;
  /** Called after each poll, with its error or undefined. */
  onLook?(error: Error | undefined): void;
};

type EventsPosition = { readonly head: number; readonly rewinds: number; readonly forks: Forks };

type ChainEventsFound = EventsPosition & {
  readonly events: readonly (Pick<ChainEvent, 'sequence' | 'id' | 'kind'> & { readonly text: string })[];
  /** The event up to which the store was read. */
  readonly last: number;
  readonly lastId: string | undefined;
};

/** Page size, and how many recent events are cached: enough for a client that was away for a moment. */
const [PAGE, MOST_REMEMBERED] = [500, 500];

export class ChainEvents {
  readonly #options: Options;
  readonly #listeners: ((head: number) => void)[] = [];
  readonly #landmarks = new Landmarks();
  /** The most recent events, without gaps, up to the head. */
  #recent: readonly ChainEvent[] = [];
  #head: { readonly sequence: number; readonly id: string | null } | undefined;
  #rewinds = 0;
  #forks: Forks = { last: 0, lowest: 0 };
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** `listener` is called whenever the last event changes, also if it goes back after a backup was restored. */
  onHead(listener: (head: number) => void): void {
    this.#listeners.push(listener);
  }

  start(): void {
    const tell = (error?: Error) => {
      if (!this.#isClosed) this.#options.onLook?.(error);
    };
    const look = async () => {
      // `onLook` reports an error, and the next poll tries again.
      await this.#look().then(() => tell(), tell);
      if (!this.#isClosed) this.#timer = setTimeout(look, this.#options.lookEveryMs).unref();
    };
    void look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking?.catch(() => {});
  }

  /** The events among the next `limit` that match the filter. */
  async after({ after, limit, filter }: EventsQuery): Promise<ChainEventsFound> {
    if (!filter.own) throw new NotOnThisVenue('On TON there are events of your own orders alone: add own=true.');
    // If the caller is ahead of this node's last event, another node has polled later, or a backup was restored.
    if (!this.#head || after > this.#head.sequence) await this.#look();
    const upTo = Math.min(after + limit, this.#position.head);
    if (upTo <= after) return { events: [], last: after, lastId: undefined, ...this.#position };
    const found = this.#remembered(after, upTo) ?? (await this.#read(after, upTo - after, filter.own));
    const events = found.flatMap((event) => {
      const text = event.textFor(filter);
      return text === undefined ? [] : [{ sequence: event.sequence, id: event.id, kind: event.kind, text }];
    });
    const end = found.at(-1);
    return { events, last: end?.sequence ?? after, lastId: end?.id, ...this.#position };
  }

  get #position(): EventsPosition {
    return { head: this.#head?.sequence ?? 0, rewinds: this.#rewinds, forks: this.#forks };
  }

  #remembered(after: number, upTo: number): readonly ChainEvent[] | undefined {
    const first = this.#recent[0]?.sequence ?? Number.POSITIVE_INFINITY;
    return after + 1 >= first ? this.#recent.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }

  /** Concurrent callers share one poll. */
  #look(): Promise<void> {
    this.#looking ??= this.#goOn().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #goOn(): Promise<void> {
    const { requests } = this.#options;
    const last = await requests.lastEvent();
    const before = this.#head;
    if (!before) return this.#begin(last);
    if (last === before.sequence) return;
    if (before.id !== null && (await this.#idAt(before.sequence)) !== before.id) await this.#goBack();
    await this.#passTo(last);
    for (const listener of this.#listeners) listener(this.#position.head);
  }

  async #begin(last: number): Promise<void> {
    const id = last === 0 ? null : await this.#idAt(last);
    if (id === undefined) return;
    const mark = { sequence: last, id };
    if (last > 0) await this.#landmarks.lookBack(this.#tail, mark);
    this.#head = mark;
    for (const listener of this.#listeners) listener(last);
  }

  /** After a backup was restored: goes back to the last event that both histories share. */
  async #goBack(): Promise<void> {
    const fork = await this.#landmarks.fork(this.#tail);
    this.#landmarks.forgetAfter(fork);
    this.#forks = { last: fork, lowest: this.#rewinds === 0 ? fork : Math.min(fork, this.#forks.lowest) };
    this.#rewinds += 1;
    this.#recent = [];
    this.#head = { sequence: fork, id: fork === 0 ? null : ((await this.#idAt(fork)) ?? null) };
  }

  async #passTo(last: number): Promise<void> {
    for (let at = this.#position.head; at < last; at = this.#position.head) {
      const page = await this.#read(at, PAGE);
      const end = page.at(-1);
      if (!end) return;
      for (const event of page) this.#landmarks.pass(event);
      this.#recent = [...this.#recent, ...page].slice(-MOST_REMEMBERED);
      this.#head = { sequence: end.sequence, id: end.id };
    }
  }

  /** Events that cannot concern the caller are not parsed, only counted: most of a history belongs to others. */
  async #read(after: number, limit: number, own?: EventFilter['own']): Promise<readonly ChainEvent[]> {
    const ended = await this.#options.requests.ended({ after, limit });
    const concerned = new Set(own ? ended.filter((request) => mayConcern(request, own)) : ended);
    const listed = await this.#listed([...concerned]);
    return ended.map((request) => (concerned.has(request) ? eventOf(request, listed) : unseen(request)));
  }

  async #listed(ended: readonly EndedRequest[]): Promise<Listings> {
    const addresses = [...new Set(ended.flatMap(tokensOf))];
    const known = await this.#options.registry.tokensNamed(addresses);
    const tokens = new Map(known.map((record) => [record.address as TokenAddress, { record }]));
    // Pools are not looked up: receipts of chain requests contain the tokens of their pool.
    return { tokens, poolAt: () => undefined };
  }

  readonly #idAt = async (event: number): Promise<string | undefined> => {
    const [request] = await this.#options.requests.ended({ after: event - 1, limit: 1 });
    return request?.event === event ? request.id : undefined;
  };

  readonly #tail = {
    pick: async ([sequence = 0]: readonly number[]) => {
      const id = await this.#idAt(sequence);
      return id === undefined ? [] : [{ id }];
    },
  };
}
