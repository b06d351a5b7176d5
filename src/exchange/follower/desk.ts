// The desk: answers questions in batches, each after the follower has gone to where the journal is by then.
import type { Amount } from '../../core/amount.ts';
import { Refused } from '../../core/refusal.ts';
import { isWithin } from '../../core/route/impact.ts';
import type { Plan } from '../../core/route/plan.ts';
import type { Limits } from '../../router/limit.ts';
import { StoreUnavailable } from '../store.ts';
import type { Tail } from '../tail.ts';
import { Follower, type Restarted } from './follower.ts';
import { RouteFinder, type Way } from './route-finder.ts';
import { type Answer, type Question, type Reply, termsOf, toWire } from './wire.ts';

/** Where batches of questions are answered, on this thread or on another; every batch is replied to. */
export interface Answering {
  answer(questions: readonly Question[]): Promise<Reply>;
  /** Resolves when all that was asked before is answered. */
  close(): Promise<void>;
}

export type DeskOptions = Limits & {
  /** How long may be searched for quotes of one batch before the others are put off. */
  readonly enoughMs?: number;
  readonly onRestart?: (restarted: Restarted) => void;
};

type Waiting = { readonly questions: readonly Question[]; resolve(reply: Reply): void };

/** So long quotes may keep the next swap waiting, and one search longer. */
const ENOUGH_MS = 20;

/** Bounds what is remembered while the journal does not move. */
const MOST_REMEMBERED = 1000;

export class Desk implements Answering {
  readonly #finder: RouteFinder;
  readonly #follower: Follower;
  readonly #enoughMs: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** By the question, as of the sequence. */
  readonly #found = new Map<string, Way>();
  #foundAt = '';

  constructor(tail: Tail, { onRestart, enoughMs = ENOUGH_MS, ...limits }: DeskOptions) {
    this.#enoughMs = enoughMs;
    this.#finder = new RouteFinder(limits);
    this.#follower = new Follower(tail, [this.#finder], onRestart);
  }

  get sequence(): number {
    return this.#follower.sequence;
  }

  /** How many there are, as far as it has come. */
  get pools(): number {
    return this.#follower.pools;
  }

  /** What comes in while another batch is answered shares the next look at the journal. */
  answer(questions: readonly Question[]): Promise<Reply> {
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
      const batches = this.#waiting.splice(0);
      const failure = await this.#catchUp();
      for (const { questions, resolve } of batches) resolve(failure ?? this.#answerNow(questions));
    }
    this.#running = undefined;
  }

  async #catchUp(): Promise<Reply | undefined> {
    try {
      await this.#follower.catchUp();
      return undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) return { unavailable: error.reason, detail: error.message };
      return { fault: faultIn(error) };
    }
  }

  #answerNow(questions: readonly Question[]): Reply {
    const { sequence, rewinds: history } = this.#follower;
    const at = `${history} ${sequence}`;
    if (at !== this.#foundAt) this.#found.clear();
    this.#foundAt = at;
    const searchesMs: number[] = [];
    let [spentMs, putOff] = [0, 0];
    const answers = questions.map((question): Answer => {
      searchesMs.push(0);
      if (spentMs > this.#enoughMs && question[0] === 'plan') {
        putOff += 1;
        return LATER;
      }
      try {
        return this.#answerOne(question, searchesMs);
      } catch (error) {
        return { fault: faultIn(error) };
      } finally {
        spentMs += searchesMs.at(-1) as number;
      }
    });
    return { sequence, history, answers, putOff, searchesMs };
  }

  #answerOne(question: Question, searchesMs: number[]): Answer {
    const [wanted] = question;
    // Whatever the pool of the pair answers, the writer finds out as well.
    if (wanted === 'route' && !this.#finder.hasChoice(termsOf(question))) return null;
    const { route, plan, benchmark } = this.#find(question, searchesMs);
    if (wanted === 'plan') return plan instanceof Refused ? { refusal: plan.refusal } : { plan };
    if (wanted === 'benchmark') {
      if (benchmark) return toWire(benchmark, null);
      return plan instanceof Refused || isOver(plan, question) ? null : toWire(route, null);
    }
    const found = toWire(route, expectedOf(plan, question));
    if (benchmark) return { route: found, benchmark: toWire(benchmark, null) };
    return route.length > 1 ? found : null;
  }

  #find(question: Question, searchesMs: number[]): Way {
    const [, ...terms] = question;
    const name = terms.join(' ');
    const known = this.#found.get(name);
    if (known) return known;
    const startMs = performance.now();
    const found = this.#finder.best(termsOf(question));
    searchesMs[searchesMs.length - 1] = performance.now() - startMs;
    if (this.#found.size >= MOST_REMEMBERED) this.#found.clear();
    this.#found.set(name, found);
    return found;
  }
}

const LATER: Answer = { later: true };

const expectedOf = (plan: Way['plan'], [, , , side]: Question): Amount | null =>
  plan instanceof Refused ? null : side === 'in' ? plan.amountOut : plan.amountIn;

const isOver = ({ priceImpact }: Plan, [, , , , , , maxPpm]: Question): boolean =>
  maxPpm !== undefined && !isWithin(priceImpact, maxPpm);

export const faultIn = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
