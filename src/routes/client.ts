// Asks the route service: questions of one turn of the event loop are sent together, those of swaps first.
import type { Account } from '../core/amount.ts';
import { Refused } from '../core/refusal.ts';
import type { RoutePlan } from '../core/route/leg.ts';
import { StoreUnavailable } from '../ports/store.ts';
import { Overloaded, RoutesUnavailable } from '../ports/venue.ts';
import { endOfTurn } from '../thread/shared-turn.ts';
import type { RouteTerms } from './choice.ts';
import type { FillAnswer, FillQuestion } from './fill-now.ts';
import type { BulkAnswer, BulkQuestion, Found as FoundInBulk } from './rehearsal.ts';
import { type Answering, faultIn } from './service.ts';
import {
  type Answers,
  type FoundRoute,
  fromWire,
  isBulk,
  questionOf,
  type RouteAnswer,
  type RouteReply,
  type RouteThreadQuestion,
} from './wire.ts';

type RouteClientOptions = {
  /** The most questions that may wait; more get `Overloaded`. */
  readonly maxWaiting: number;
  /** Called after every answered batch. */
  readonly onAnswers?: (answers: Pick<Answers, 'sequence' | 'searchesMs'>) => void;
};

/** Swaps go before quotes, and quotes with an API key before those without (strangers). */
type Rank = 'swap' | 'quote' | 'stranger';

/** The journal position of an answer. */
type AsOf = Pick<Answers, 'sequence' | 'history'>;

type Pending = {
  readonly question: RouteThreadQuestion;
  readonly rank: Rank;
  /** In the order of arrival. */
  readonly number: number;
  /** Called with the search time, even if nothing was found. */
  readonly onSearch: ((ms: number) => void) | undefined;
  resolve(found: AsOf & { answer: RouteAnswer }): void;
  reject(error: Error): void;
};

/** The route or fill to add to a command of a bulk; undefined if it needs none, or the error of the search. */
type Rehearsed = FoundInBulk | undefined | Error;

/** The most commands of a bulk that are sent in one message. */
const STEPS_AT_ONCE = 100;

/** The most quotes without an API key that may wait; more get `Overloaded`. */
const MOST_STRANGERS = 200;
/** Quotes are sent in batches of at most this size, one batch at a time; the service postpones the rest of a batch that takes too long. */
const MOST_QUOTES = 64;

export class RouteClient {
  readonly #service: Answering;
  readonly #options: RouteClientOptions;
  readonly #pending: Readonly<Record<Rank, Pending[]>> = { swap: [], quote: [], stranger: [] };
  #waiting = 0;
  #number = 0;
  /** Batches without a reply yet. */
  readonly #sent = new Set<Promise<void>>();
  /** Bulks of which further parts may still be sent. */
  readonly #bulks = new Set<Promise<unknown>>();
  #isTurnAwaited = false;
  #quoting: Promise<void> | undefined;
  #onSearch: (account: Account, ms: number) => void = () => {};

  constructor(service: Answering, options: RouteClientOptions) {
    this.#service = service;
    this.#options = options;
  }

  /** The best route; undefined if the pair's own pool is best, or if no other route is possible. */
  async route(terms: RouteTerms, account?: Account): Promise<AsOf & { readonly found: FoundRoute | undefined }> {
    const { answer, ...asOf } = await this.#ask(questionOf('route', terms), 'swap', this.#chargedTo(account));
    return { ...asOf, found: foundIn(answer) };
  }

  /** A route within the price impact limit, with the reference of the pair, if there is one. */
  async benchmark(terms: RouteTerms, account?: Account): Promise<AsOf & { readonly found: FoundRoute | undefined }> {
    const { answer, ...asOf } = await this.#ask(questionOf('benchmark', terms), 'swap', this.#chargedTo(account));
    return { ...asOf, found: foundIn(answer) };
  }

  /**
   * Finds the route of each swap in a bulk, with the reserves that the commands before it would leave. The bulk is sent in parts, so that
   * other questions are answered in between.
   */
  rehearse(bulk: Omit<BulkQuestion, 'moved'>, account?: Account): Promise<AsOf & { readonly found: Rehearsed[] }> {
    const rehearsed = this.#rehearse(bulk, this.#chargedTo(account));
    this.#bulks.add(rehearsed);
    return rehearsed.finally(() => this.#bulks.delete(rehearsed));
  }

  async #rehearse({ steps, ...known }: Omit<BulkQuestion, 'moved'>, onSearch: Pending['onSearch']) {
    const found: Rehearsed[] = [];
    let moved: BulkAnswer['moved'] = [];
    for (;;) {
      const part = steps.slice(found.length, found.length + STEPS_AT_ONCE);
      const { answer, ...asOf } = await this.#ask({ ...known, steps: part, moved }, 'swap', onSearch);
      if (answer === null || !('moved' in answer))
        throw new Error('a bulk was asked for and something else was answered');
      for (const one of answer.found) found.push(one && 'fault' in one ? new Error(one.fault) : (one ?? undefined));
      if (found.length === steps.length) return { ...asOf, found };
      moved = answer.moved;
    }
  }

  /** The plan of a swap over the best route. */
  async plan(
    terms: RouteTerms,
    rank: Rank = 'quote',
    onSearch?: Pending['onSearch'],
  ): Promise<AsOf & { readonly plan: RoutePlan | Refused }> {
    const { answer, ...asOf } = await this.#ask(questionOf('plan', terms), rank, onSearch);
    if (answer !== null && 'plan' in answer) return { ...asOf, plan: answer.plan };
    if (answer !== null && 'refusal' in answer) return { ...asOf, plan: new Refused(answer.refusal) };
    throw new Error('a plan was asked for and something else was answered');
  }

  /** Finds the part of an order that the pools would fill. `charged` is the account about to place it, or a callback for the search time. */
  async fill(
    question: FillQuestion,
    rank: Exclude<Rank, 'swap'>,
    charged: Account | Pending['onSearch'],
  ): Promise<AsOf & FillAnswer> {
    const onSearch = typeof charged === 'string' ? this.#chargedTo(charged) : charged;
    const { answer, ...asOf } = await this.#ask(question, rank, onSearch);
    if (answer !== null && 'fill' in answer) return { ...asOf, ...answer };
    throw new Error('an order was asked for and something else was answered');
  }

  /** Registers a listener for the search time of an account's swaps. */
  onSearch(listener: (account: Account, ms: number) => void): void {
    this.#onSearch = listener;
  }

  #chargedTo(account: Account | undefined): Pending['onSearch'] {
    return account === undefined ? undefined : (ms) => this.#onSearch(account, ms);
  }

  /** Waits until everything asked before is answered. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#bulks);
    while (this.#waiting > 0) {
      if (this.#isTurnAwaited) await endOfTurn();
      await Promise.all([...this.#sent, this.#quoting]);
    }
    await this.#service.close();
  }

  #ask(
    question: RouteThreadQuestion,
    rank: Rank,
    onSearch: Pending['onSearch'],
  ): Promise<AsOf & { answer: RouteAnswer }> {
    const { maxWaiting } = this.#options;
    const asked = this.#pending[rank];
    if (this.#waiting >= maxWaiting)
      return Promise.reject(new Overloaded(`${maxWaiting} requests are already waiting for a route`));
    if (rank === 'stranger' && asked.length >= MOST_STRANGERS) {
      return Promise.reject(new Overloaded(`${MOST_STRANGERS} quotes without a key are already waiting`));
    }
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      asked.push({ question, rank, number: this.#number++, onSearch, resolve, reject });
      this.#awaitTurn();
    });
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    void endOfTurn().then(() => this.#sendAll());
  }

  #sendAll(): void {
    this.#isTurnAwaited = false;
    const { swap, quote, stranger } = this.#pending;
    if (swap.length > 0) this.#sendSwaps(swap.splice(0));
    if (quote.length + stranger.length > 0) this.#quoting ??= this.#quote();
  }

  /** Bulks are sent separately, since questions sent together are answered together. */
  #sendSwaps(asked: readonly Pending[]): void {
    const bulks = asked.filter(({ question }) => isBulk(question));
    if (bulks.length < asked.length) void this.#send(asked.filter(({ question }) => !isBulk(question)));
    for (const bulk of bulks) void this.#send([bulk]);
  }

  /** Sends the quotes one batch after the other, so that a swap waits for at most one batch. */
  async #quote(): Promise<void> {
    for (;;) {
      const batch = this.#pending.quote.splice(0, MOST_QUOTES);
      batch.push(...this.#pending.stranger.splice(0, MOST_QUOTES - batch.length));
      if (batch.length === 0) break;
      await this.#send(batch);
      await endOfTurn();
    }
    this.#quoting = undefined;
  }

  #send(asked: readonly Pending[]): Promise<void> {
    const sent = this.#sendAndTell(asked).finally(() => this.#sent.delete(sent));
    this.#sent.add(sent);
    return sent;
  }

  async #sendAndTell(asked: readonly Pending[]): Promise<void> {
    const reply = await this.#replyTo(asked.map(({ question }) => question));
    this.#waiting -= asked.length;
    if (!('answers' in reply)) {
      for (const { reject } of asked) reject(errorOf(reply));
      return;
    }
    const { sequence, history, answers, putOff, searchesMs } = reply;
    this.#options.onAnswers?.({ sequence, searchesMs });
    asked.forEach(({ resolve, reject, onSearch }, at) => {
      const answer = answers[at] as RouteAnswer;
      if (putOff > 0 && isPutOff(answer)) return;
      onSearch?.(searchesMs[at] as number);
      if (answer !== null && 'fault' in answer) reject(new Error(answer.fault));
      else resolve({ sequence, history, answer });
    });
    if (putOff > 0) this.#putBack(asked.filter((_, at) => isPutOff(answers[at] as RouteAnswer)));
  }

  /** Puts postponed questions back in front of later ones. */
  #putBack(asked: readonly Pending[]): void {
    this.#waiting += asked.length;
    for (const one of asked) this.#pending[one.rank].push(one);
    for (const queue of Object.values(this.#pending)) queue.sort((one, other) => one.number - other.number);
    this.#awaitTurn();
  }

  /** Turns any failure of the service into a reply, so that every caller gets an answer. */
  async #replyTo(questions: readonly RouteThreadQuestion[]): Promise<RouteReply> {
    try {
      return await this.#service.answer(questions);
    } catch (error) {
      return { fault: faultIn(error) };
    }
  }
}

const isPutOff = (answer: RouteAnswer): boolean => answer !== null && 'later' in answer;

function foundIn(answer: RouteAnswer): FoundRoute | undefined {
  if (answer === null) return undefined;
  if (!('route' in answer)) return 'length' in answer ? fromWire(answer) : undefined;
  const { route, benchmark, reference } = answer;
  return {
    ...fromWire(route),
    ...(benchmark && { benchmark: fromWire(benchmark).route }),
    ...(reference && { reference: fromWire(reference).route }),
  };
}

function errorOf(reply: Exclude<RouteReply, Answers>): Error {
  if ('lost' in reply) return new RoutesUnavailable('the journal is not being followed at the moment');
  return 'fault' in reply ? new Error(reply.fault) : new StoreUnavailable(reply.unavailable, reply.detail);
}
