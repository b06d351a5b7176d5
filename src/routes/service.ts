// The route service: answers questions in batches, each after the follower has caught up with the journal.
import type { Amount } from '../core/amount.ts';
import { Refused } from '../core/refusal.ts';
import { Follower, type Restarted } from '../journal/follower.ts';
import { StoreUnavailable } from '../ports/store.ts';
import type { KnownTransactions, Tail } from '../ports/tail.ts';
import type { RouteLimits } from '../router/limit.ts';
import { endOfTurn } from '../thread/shared-turn.ts';
import type { RouteTerms, Way } from './choice.ts';
import { type FillQuestion, fillNow } from './fill-now.ts';
import { RouteFinder } from './finder.ts';
import { type BulkQuestion, rehearse } from './rehearsal.ts';
import {
  isBulk,
  isOfOrder,
  type RouteAnswer,
  type RouteQuestion,
  type RouteReply,
  type RouteThreadQuestion,
  termsOf,
  toWire,
} from './wire.ts';

/** Answers batches of questions, in this thread or another; every batch gets a reply. */
export interface Answering {
  answer(questions: readonly RouteThreadQuestion[]): Promise<RouteReply>;
  /** Resolves when everything asked before is answered. */
  close(): Promise<void>;
}

export type RouteServiceOptions = RouteLimits & {
  /** The search time after which the remaining quotes of a batch are postponed. */
  readonly enoughMs?: number;
  readonly known?: KnownTransactions;
  readonly onRestart?: (restarted: Restarted) => void;
};

type Waiting = { readonly questions: readonly RouteThreadQuestion[]; resolve(reply: RouteReply): void };

/** The longest time that other questions wait for a part of a bulk. */
const A_PART_OF_A_BULK_MS = 10;

/** Quotes may delay the next swap by this time plus one search. */
const ENOUGH_MS = 20;

/** Swaps of one batch may be searched this many times as long before the remaining ones are postponed. */
const TIMES_FOR_SWAPS = 5;

export class RouteService implements Answering {
  readonly #finder: RouteFinder;
  readonly #follower: Follower;
  readonly #enoughMs: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(tail: Tail, { onRestart, known, enoughMs = ENOUGH_MS, ...limits }: RouteServiceOptions) {
    this.#enoughMs = enoughMs;
    this.#finder = new RouteFinder(limits);
    this.#follower = new Follower(tail, [this.#finder], { onRestart, known });
  }

  get sequence(): number {
    return this.#follower.sequence;
  }

  /** The number of pools, as far as the journal was followed. */
  get pools(): number {
    return this.#follower.book?.pools.length ?? 0;
  }

  /** Questions that arrive while a batch is answered share the next read of the journal. */
  answer(questions: readonly RouteThreadQuestion[]): Promise<RouteReply> {
    return new Promise((resolve) => {
      this.#waiting.push({ questions, resolve });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#follower.close();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batches = this.#take();
      const failure = await this.#catchUp();
      for (const { questions, resolve } of batches) resolve(failure ?? this.#answerNow(questions));
      // Waits a turn, so that new questions are received before the next part of a bulk.
      if (this.#waiting.length > 0) await endOfTurn();
    }
    this.#running = undefined;
  }

  /** Takes all waiting batches except bulks, and then the part of a bulk that has waited longest. */
  #take(): readonly Waiting[] {
    const [bulk, ...later] = this.#waiting.filter(isOfBulk);
    const others = this.#waiting.filter((batch) => !isOfBulk(batch));
    this.#waiting = later;
    return bulk ? [...others, bulk] : others;
  }

  async #catchUp(): Promise<RouteReply | undefined> {
    try {
      await this.#follower.follow();
      return undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) return { unavailable: error.reason, detail: error.message };
      return { fault: faultIn(error) };
    }
  }

  #answerNow(questions: readonly RouteThreadQuestion[]): RouteReply {
    const { sequence, rewinds: history } = this.#follower;
    const searchesMs: number[] = [];
    let [spentMs, putOff] = [0, 0];
    const answers = questions.map((question): RouteAnswer => {
      searchesMs.push(0);
      if (!isBulk(question) && spentMs > this.#enoughMs * (isOfSwap(question) ? TIMES_FOR_SWAPS : 1)) {
        putOff += 1;
        return LATER;
      }
      try {
        if (isBulk(question)) return this.#rehearse(question, searchesMs);
        return isOfOrder(question) ? this.#fill(question, searchesMs) : this.#answerOne(question, searchesMs);
      } catch (error) {
        return { fault: faultIn(error) };
      } finally {
        spentMs += searchesMs.at(-1) as number;
      }
    });
    return { sequence, history, answers, putOff, searchesMs };
  }

  #rehearse(question: BulkQuestion, searchesMs: number[]): RouteAnswer {
    const { book } = this.#finder;
    const endMs = performance.now() + A_PART_OF_A_BULK_MS;
    const isTime = () => performance.now() >= endMs;
    const onSearch = (durationMs: number) => {
      searchesMs[searchesMs.length - 1] = (searchesMs.at(-1) as number) + durationMs;
    };
    return rehearse(question, { finder: this.#finder, book, nowMs: Date.now(), isTime, onSearch });
  }

  #fill(question: FillQuestion, searchesMs: number[]): RouteAnswer {
    const startMs = performance.now();
    const found = fillNow(question, this.#finder.poolsOf(question.order, question), Date.now());
    searchesMs[searchesMs.length - 1] = performance.now() - startMs;
    return found;
  }

  #answerOne(question: RouteQuestion, searchesMs: number[]): RouteAnswer {
    const [wanted] = question;
    const terms = termsOf(question);
    // If the pair's own pool refuses the swap, no search is needed for that: the writer refuses it too.
    if (wanted === 'route' && this.#finder.isOwnPoolBest(terms)) return null;
    const way = this.#find(terms, searchesMs);
    const { route, plan, benchmark } = way;
    if (wanted === 'plan') return plan instanceof Refused ? { refusal: plan.refusal } : { plan };
    if (wanted === 'benchmark') {
      const within = this.#finder.benchmarkIn(way, terms);
      return within ? { route: toWire(within.benchmark, null), ...sentBeside(within) } : null;
    }
    const found = toWire(route, expectedOf(plan, question));
    if (benchmark) return { route: found, benchmark: toWire(benchmark, null), ...sentBeside(way) };
    return route.length > 1 ? found : null;
  }

  #find(terms: RouteTerms, searchesMs: number[]): Way {
    const startMs = performance.now();
    const found = this.#finder.best(terms);
    searchesMs[searchesMs.length - 1] = performance.now() - startMs;
    return found;
  }
}

const LATER: RouteAnswer = { later: true };

const isOfSwap = (question: RouteQuestion | FillQuestion): boolean => !isOfOrder(question) && question[0] !== 'plan';

/** A bulk is always sent as a batch of its own. */
const isOfBulk = ({ questions: [first] }: Waiting): boolean => first !== undefined && isBulk(first);

const sentBeside = ({ reference }: Pick<Way, 'reference'>) => (reference ? { reference: toWire(reference, null) } : {});

const expectedOf = (plan: Way['plan'], [, , , side]: RouteQuestion): Amount | null =>
  plan instanceof Refused ? null : side === 'in' ? plan.amountOut : plan.amountIn;

export const faultIn = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
