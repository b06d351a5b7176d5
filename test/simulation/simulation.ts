// Drives a real exchange and the oracle side by side, in bursts, through faults and restarts, and compares every answer.
import { expect } from 'vitest';
import { type Account, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Policy } from '../../src/core/commands/kind.ts';
import { orderPair } from '../../src/core/pool.ts';
import { Addresses } from '../../src/exchange/address.ts';
import { LedgerVenue } from '../../src/exchange/ledger-venue.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/exchange/store.ts';
import { type Completed, RefusedError } from '../../src/exchange/venue.ts';
import { deposit, nextCommand } from './commands.ts';
import { compareEverything, compareQuote } from './compare.ts';
import { ACCOUNTS, Draw, TOKENS } from './draw.ts';
import { type Fate, FaultyLine } from './faulty-store.ts';
import { Oracle, type Order, type Prediction } from './oracle.ts';
import type { Random } from './random.ts';

export const POLICY: Policy = {
  rates: { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) },
  maxPriceImpactPpm: ppm(150_000n),
  treasury: 'treasury' as Account,
  refusalRetentionMs: 86_400_000,
  poolCreation: 'anyone',
};
const MODEL_POLICY = { rates: { lp: 2000n, protocol: 1000n, ref: 1000n }, maxImpact: 150_000n, treasury: 'treasury' };
// Time decides nothing here, so no command expires.
const QUEUE = { maxBatch: 16, maxQueue: 1000, maxWaitMs: Number.POSITIVE_INFINITY };
const FATES: Readonly<Record<Fate, number>> = { answered: 91, refused: 3, unsent: 3, unheard: 3 };
const OPERATOR = 'operator' as Account;

export class Simulation {
  readonly oracle = new Oracle(MODEL_POLICY);
  readonly #random: Random;
  readonly #open: () => Promise<Store>;
  readonly #line: FaultyLine;
  readonly #keyed: Order[] = [];
  readonly #firstAnswers = new Map<number, Completed>();
  #unanswered: Order[] = [];
  #store!: Store;
  #exchange!: LedgerVenue;
  #draw!: Draw;

  constructor(random: Random, open: () => Promise<Store>) {
    this.#random = random;
    this.#open = open;
    this.#line = new FaultyLine(() => random.weighted(FATES));
  }

  async start(): Promise<void> {
    await this.#reopen();
    const commands = [
      ...TOKENS.map((token): Command => ({ kind: 'registerToken', token })),
      ...TOKENS.flatMap((token) => ACCOUNTS.map((account) => deposit(this.#draw, account, token))),
    ];
    await this.#submit(commands.map((command, index) => ({ actor: OPERATOR, command, key: `opening ${index}` })));
  }

  async step(): Promise<void> {
    this.#draw.focus();
    const fresh = Array.from({ length: 1 + this.#random.below(this.#random.pick([1, 10, 40])) }, () => this.#order());
    const closing = this.#random.chance(2);
    // What a close finds in the queue is still answered, so the burst is judged all the same.
    const answered = this.#submit([...this.#unanswered.splice(0), ...fresh]);
    const closed = closing ? this.#exchange.close() : undefined;
    await answered;
    await closed;
    if (closing) await this.#reopen();
    if (this.#random.chance(30)) await compareQuote(this.#exchange, this.oracle, this.#draw);
  }

  compare(): Promise<void> {
    return compareEverything(this.#exchange, this.#store, this.oracle);
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #reopen(): Promise<void> {
    this.#store = await this.#open();
    this.#exchange = new LedgerVenue(this.#line.to(this.#store), { ...QUEUE, policy: POLICY });
    const addresses = new Addresses(this.#store.factory);
    this.oracle.model.addressOf = (...pair) => addresses.pool(...orderPair(...(pair as [TokenAddress, TokenAddress])));
    this.#draw = new Draw(this.#random, this.oracle.model);
  }

  #order(): Order {
    const earlier = this.#random.pickAny(this.#keyed);
    const how = this.#random.weighted({ plain: 50, keyed: 35, again: 8, reused: 4, borrowed: 3 });
    if (how === 'again' && earlier) return earlier;
    const command = nextCommand(this.#draw);
    const actor = 'account' in command ? command.account : OPERATOR;
    if (how === 'plain') return { actor, command };
    // A key comes again from its own actor with another command, or from someone else.
    const order = {
      actor: how === 'reused' && earlier ? earlier.actor : actor,
      command,
      key: how !== 'keyed' && earlier?.key !== undefined ? earlier.key : `key ${this.#keyed.length}`,
    };
    this.#keyed.push(order);
    return order;
  }

  /** Submits all at once: the order of submission is the order of decision. */
  async #submit(orders: readonly Order[]): Promise<void> {
    const answers = await Promise.allSettled(
      orders.map(({ actor, command, key }) => this.#exchange.execute(actor, command, key)),
    );
    const fates = this.#line.takeBatches().flatMap(({ size, fate }) => Array<Fate>(size).fill(fate));
    expect(fates).toHaveLength(orders.length);
    orders.forEach((order, index) => {
      this.#judge(order, fates[index] as Fate, answers[index] as PromiseSettledResult<Completed>);
    });
  }

  #judge(order: Order, fate: Fate, answer: PromiseSettledResult<Completed>): void {
    if (fate === 'answered') {
      this.#judgeAnswer(this.oracle.predict(order), answer);
      return;
    }
    if (fate === 'unheard') this.oracle.predict(order);
    if (order.key !== undefined) this.#unanswered.push(order);
    const expected = fate === 'refused' ? StoreUnavailable : OutcomeUnknown;
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(expected) });
  }

  #judgeAnswer(prediction: Prediction, answer: PromiseSettledResult<Completed>): void {
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
    expect(answer).toEqual({ status: 'fulfilled', value });
    if (!first) this.#firstAnswers.set(sequence, (answer as PromiseFulfilledResult<Completed>).value);
  }
}
