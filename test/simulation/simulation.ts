// Drives a real exchange and the oracle side by side, in bursts, through faults and restarts, and compares every answer.
import { expect } from 'vitest';
import { Addresses } from '../../src/address.ts';
import { type Account, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Policy } from '../../src/core/commands/kind.ts';
import { orderPair } from '../../src/core/pool.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import type { Completed } from '../../src/ports/venue/trading.ts';
import { RefusedError } from '../../src/ports/venue.ts';
import { routeClientOf } from '../exchange-file.ts';
import { deposit, market } from './commands.ts';
import { compareBest, compareEverything, compareQuote } from './compare.ts';
import { ACCOUNTS, Draw, TOKENS } from './draw.ts';
import { type Fate, FaultyLine } from './faulty-store.ts';
import { type Compared, Oracle, type Order, type Prediction } from './oracle.ts';
import type { Random } from './random.ts';
import { alone, OPERATOR, type Request, Requests } from './requests.ts';
import { swap } from './swaps.ts';

export const POLICY: Policy = {
  rates: { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) },
  maxPriceImpactPpm: ppm(150_000n),
  treasury: 'treasury' as Account,
  refusalRetentionMs: 86_400_000,
  poolCreation: 'anyone',
  transfers: 'on',
  orders: 'on',
  matchFeePpm: ppm(20_000n),
};
const MODEL_POLICY = {
  rates: { lp: 2000n, protocol: 1000n, ref: 1000n },
  maxImpact: 150_000n,
  treasury: 'treasury',
  matchFee: 20_000n,
};
// No command expires, so that no answer depends on timing.
const QUEUE = { maxBatch: 16, maxQueue: 1000, maxWaitMs: Number.POSITIVE_INFINITY };
const FATES: Readonly<Record<Fate, number>> = { answered: 91, refused: 3, unsent: 3, unheard: 3 };

type Answer = PromiseSettledResult<Completed>;
type Sent = { readonly order: Order; readonly fate: Fate; readonly command: Command; readonly answer: Answer };

export class Simulation {
  readonly oracle = new Oracle(MODEL_POLICY);
  readonly #random: Random;
  readonly #open: () => Promise<Store>;
  readonly #line: FaultyLine;
  readonly #requests: Requests;
  readonly #firstAnswers = new Map<number, Completed>();
  #opened = 0;
  #unanswered: Request[] = [];
  #store!: Store;
  #exchange!: LedgerVenue;
  #draw!: Draw;

  constructor(random: Random, open: () => Promise<Store>) {
    this.#random = random;
    this.#open = open;
    this.#requests = new Requests(random);
    this.#line = new FaultyLine(() => random.weighted(FATES));
  }

  async start(): Promise<void> {
    await this.#reopen();
    const commands = [
      ...TOKENS.map((token): Command => ({ kind: 'registerToken', token })),
      ...TOKENS.flatMap((token) => ACCOUNTS.map((account) => deposit(this.#draw, account, token))),
    ];
    await this.#begin(commands);
    // Some exchanges begin with tokens only.
    if (this.#random.chance(80)) await this.#begin(market(this.#draw, TOKENS));
  }

  async step(): Promise<void> {
    this.#draw.focus();
    const fresh = Array.from({ length: 1 + this.#random.below(this.#random.pick([1, 10, 40])) }, () =>
      this.#requests.next(this.#draw),
    );
    const closing = this.#random.chance(2);
    // Commands in the queue are still answered on close, so the burst is judged as usual.
    const answered = this.#submit([...this.#unanswered.splice(0), ...fresh]);
    const closed = closing ? this.#exchange.close() : undefined;
    await answered;
    await closed;
    if (closing) await this.#reopen();
    if (this.#random.chance(30)) await compareQuote(this.#exchange, this.oracle, this.#draw);
    if (this.#random.chance(30)) await this.#swapByBestRoute();
  }

  compare(): Promise<void> {
    return compareEverything(this.#exchange, this.#store, this.oracle);
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  #begin(commands: readonly Command[]): Promise<void> {
    const orders = commands.map((command, at) => ({ actor: OPERATOR, command, key: `opening ${this.#opened + at}` }));
    this.#opened += orders.length;
    return this.#submit(orders.map(alone));
  }

  async #reopen(): Promise<void> {
    this.#store = await this.#open();
    const routeClient = await routeClientOf(this.#store);
    this.#exchange = new LedgerVenue(this.#line.to(this.#store), { ...QUEUE, policy: POLICY, routeClient });
    const addresses = new Addresses(this.#store.factory);
    this.oracle.model.addressOf = (...pair) => addresses.pool(...orderPair(...(pair as [TokenAddress, TokenAddress])));
    this.#draw = new Draw(this.#random, this.oracle.model);
  }

  /** Swaps along the route that the exchange has just quoted. */
  async #swapByBestRoute(): Promise<void> {
    const command = swap(this.#draw, 0);
    const best = await compareBest(this.#exchange, this.oracle, command);
    if (best)
      await this.#submit([alone({ actor: command.account, command, key: `best ${this.oracle.sequence}`, best })]);
  }

  /** Submits all at once: they are decided in the order of submission. */
  async #submit(requests: readonly Request[]): Promise<void> {
    const answers = (await Promise.all(requests.map((request) => this.#send(request)))).flat().values();
    const fates = this.#line
      .takeBatches()
      .flatMap(({ commands, fate }) => commands.map((command) => ({ fate, command })))
      .values();
    for (const { orders, how } of requests) {
      const ofEach = orders.map((order) => ({ order, ...fates.next().value, answer: answers.next().value }) as Sent);
      if (how === 'all or none') this.#judgeAll(ofEach);
      else for (const sent of ofEach) this.#judge(sent);
    }
    expect([fates.next().done, answers.next().done]).toEqual([true, true]);
  }

  async #send({ orders, how }: Request): Promise<readonly Answer[]> {
    const [{ actor, command, key, best }] = orders as [Order];
    if (how === 'alone') return Promise.allSettled([this.#exchange.execute(actor, command, key, best && 'best')]);
    const each = orders.map(({ command, key }) => ({ command, ...(key !== undefined && { idempotencyKey: key }) }));
    const answers = await this.#exchange.executeAll(actor, each, { atomic: how === 'all or none' });
    return answers.map((answer) =>
      answer instanceof Error
        ? { status: 'rejected', reason: answer }
        : { status: 'fulfilled', value: answer as Completed },
    );
  }

  #judge({ order, fate, answer, command: sent }: Sent): void {
    const compared: Compared =
      sent.kind === 'swap' && Array.isArray(sent.benchmark)
        ? { benchmark: sent.benchmark, ...(sent.reference && { reference: sent.reference }) }
        : {};
    if (fate === 'answered') {
      this.#judgeAnswer(this.oracle.predict(order, compared), answer);
      return;
    }
    if (fate === 'unheard') this.oracle.predict(order, compared);
    const { best, ...asked } = order;
    const command = best && asked.command.kind === 'swap' ? { ...asked.command, route: best } : asked.command;
    if (order.key !== undefined) this.#unanswered.push(alone({ ...asked, command }));
    this.#judgeLost(fate, answer);
  }

  /** All commands of the request share one fate. */
  #judgeAll(sent: readonly Sent[]): void {
    const [{ fate, order }] = sent as [Sent];
    expect(new Set(sent.map((one) => one.fate))).toEqual(new Set([fate]));
    const orders = sent.map((one) => one.order);
    const predictions = fate === 'answered' || fate === 'unheard' ? this.oracle.predictAll(orders) : [];
    if (fate !== 'answered' && order.key !== undefined) this.#unanswered.push({ orders, how: 'all or none' });
    sent.forEach(({ answer }, at) => {
      if (fate === 'answered') this.#judgeAnswer(predictions[at] as Prediction, answer);
      else this.#judgeLost(fate, answer);
    });
  }

  #judgeLost(fate: Fate, answer: Answer): void {
    const expected = fate === 'refused' ? StoreUnavailable : OutcomeUnknown;
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(expected) });
  }

  #judgeAnswer(prediction: Prediction, answer: Answer): void {
    if ('refusal' in prediction) {
      const reason = expect.any(RefusedError);
      expect(answer).toMatchObject({ status: 'rejected', reason });
      expect((answer as { reason: RefusedError }).reason.refusal.code).toBe(prediction.refusal);
      return;
    }
    const { sequence } = prediction;
    const first = this.#firstAnswers.get(sequence);
    const value = first ?? {
      ...prediction,
      status: 'completed',
      transactionId: expect.any(String),
      createdAtMs: expect.any(Number),
    };
    expect(answer).toMatchObject({ status: 'fulfilled' });
    const done = (answer as PromiseFulfilledResult<Completed>).value;
    // The receipt is a lazy getter, not a member, so it is copied.
    const told = { ...done, receipt: done.receipt };
    expect(told).toEqual(value);
    if (!first) this.#firstAnswers.set(sequence, told);
  }
}
