// Whoever wants the best way asks here: the questions of one turn of the event loop go to the desk together.
import type { SwapTerms } from '../../core/commands/swap.ts';
import { Refused } from '../../core/refusal.ts';
import type { Plan } from '../../core/route/plan.ts';
import { Overloaded } from '../group-commit.ts';
import { endOfTurn } from '../shared-turn.ts';
import { StoreUnavailable } from '../store.ts';
import { type Answering, faultIn } from './desk.ts';
import {
  type Answer,
  type Answers,
  type Found,
  fromWire,
  type Question,
  questionOf,
  type Reply,
  type WireRoute,
} from './wire.ts';

export type GuideOptions = {
  /** Questions that may wait; more are answered `Overloaded`. */
  readonly maxWaiting: number;
  /** Told of every batch that was answered. */
  readonly onAnswers?: (answers: Pick<Answers, 'sequence' | 'searchesMs'>) => void;
};

/** As of which moment something was found. */
export type AsOf = Pick<Answers, 'sequence' | 'history'>;

type Asked = {
  readonly question: Question;
  resolve(found: AsOf & { answer: Answer }): void;
  reject(error: Error): void;
};

/** No route can be found right now, and nothing was changed; direct swaps go on. */
export class RoutesUnavailable extends Error {
  override name = 'RoutesUnavailable';
}

export class Guide {
  readonly #desk: Answering;
  readonly #options: GuideOptions;
  #asked: Asked[] = [];
  #waiting = 0;

  constructor(desk: Answering, options: GuideOptions) {
    this.#desk = desk;
    this.#options = options;
  }

  /** The best route; undefined where the pool of the pair is best, or no other can do what was asked for. */
  async route(terms: SwapTerms): Promise<AsOf & { readonly found: Found | undefined }> {
    const { answer, ...asOf } = await this.#ask(questionOf('route', terms));
    return { ...asOf, found: isRoute(answer) ? fromWire(answer) : undefined };
  }

  /** What a swap over the best route would do. */
  async plan(terms: SwapTerms): Promise<AsOf & { readonly plan: Plan | Refused }> {
    const { answer, ...asOf } = await this.#ask(questionOf('plan', terms));
    if (answer !== null && 'plan' in answer) return { ...asOf, plan: answer.plan };
    if (answer !== null && 'refusal' in answer) return { ...asOf, plan: new Refused(answer.refusal) };
    throw new Error('a plan was asked for and something else was answered');
  }

  /** Answers what was asked before. */
  async close(): Promise<void> {
    if (this.#asked.length > 0) await endOfTurn();
    await this.#desk.close();
  }

  #ask(question: Question): Promise<AsOf & { answer: Answer }> {
    const { maxWaiting } = this.#options;
    if (this.#waiting >= maxWaiting) return Promise.reject(new Overloaded(`${maxWaiting} wait for a route already`));
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      this.#asked.push({ question, resolve, reject });
      if (this.#asked.length === 1) void endOfTurn().then(() => this.#send(this.#asked.splice(0)));
    });
  }

  async #send(asked: readonly Asked[]): Promise<void> {
    const reply = await this.#replyTo(asked.map(({ question }) => question));
    this.#waiting -= asked.length;
    if (!('answers' in reply)) {
      for (const { reject } of asked) reject(errorOf(reply));
      return;
    }
    const { sequence, history, answers, searchesMs } = reply;
    this.#options.onAnswers?.({ sequence, searchesMs });
    asked.forEach(({ resolve, reject }, at) => {
      const answer = answers[at] as Answer;
      if (answer !== null && 'fault' in answer) reject(new Error(answer.fault));
      else resolve({ sequence, history, answer });
    });
  }

  /** Whatever fails there, those who asked are told. */
  async #replyTo(questions: readonly Question[]): Promise<Reply> {
    try {
      return await this.#desk.answer(questions);
    } catch (error) {
      return { fault: faultIn(error) };
    }
  }
}

const isRoute = (answer: Answer): answer is NonNullable<WireRoute> => Array.isArray(answer);

function errorOf(reply: Exclude<Reply, Answers>): Error {
  if ('lost' in reply) return new RoutesUnavailable('nobody follows the journal at the moment');
  return 'fault' in reply ? new Error(reply.fault) : new StoreUnavailable(reply.unavailable, reply.detail);
}
