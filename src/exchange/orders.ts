// Orders: commands on their way to the ledger, with the routes and the fingerprints that they need for it.
import type { Account, Ppm } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { SwapCommand } from '../core/commands/swap.ts';
import { orderPair } from '../core/pool.ts';
import type { Instruction, Outcome, Posted } from '../core/settle.ts';
import type { Addresses } from './address.ts';
import { fingerprintOf, fingerprintOfAll } from './fingerprint.ts';
import type { Guide } from './follower/guide.ts';
import type { Found, RouteTerms } from './follower/wire.ts';
import type { GroupCommit } from './group-commit.ts';
import { StoreUnavailable } from './store.ts';
import { type Completed, fallOf, type Order, RefusedError, refused } from './venue.ts';

/** How often a route is sought for a swap whose pools move before it is carried out. */
const ROUTES_TRIED = 10;

export type OrdersOptions = {
  readonly commands: GroupCommit;
  readonly addresses: Addresses;
  readonly guide: Guide | undefined;
  /** How far a swap may move its own price that does not say. */
  readonly maxPriceImpactPpm: Ppm;
  /** Another one whenever the journal went back. */
  era(): number;
  /** Told in which history the guide has answered, before anything is done by that. */
  hearOf(history: number): Promise<void>;
};

export class Orders {
  readonly #options: OrdersOptions;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  async execute<C extends Command>(actor: Account, order: Order<C>, tries = ROUTES_TRIED): Promise<Completed<C>> {
    const { idempotencyKey: key, routing } = order;
    const command = routing === 'best' ? await this.#routed(order.command, tries < ROUTES_TRIED) : order.command;
    const idempotency =
      key === undefined ? {} : { idempotency: { key, fingerprint: fingerprintOf(this.#stored(order)) } };
    const outcome = await this.#options.commands.submit({ actor, command, ...idempotency });
    // Nothing was done and nothing is remembered of it.
    if (hasMoved(outcome) && tries > 1) return this.execute(actor, order, tries - 1);
    return 'refusal' in outcome ? refused(outcome.refusal) : (completed(outcome.posted) as unknown as Completed<C>);
  }

  async executeAll(actor: Account, orders: readonly Order[], atomic: boolean): Promise<readonly (Completed | Error)[]> {
    const { commands, era } = this.#options;
    const before = era();
    const instructions = this.#instruct(actor, orders, atomic);
    const prepared = orders.some(({ routing }) => routing === 'best')
      ? await this.#prepareAll(orders, instructions)
      : instructions;
    // Whichever needed no route, or had it before, was read by what is forgotten too.
    if (before !== era()) return orders.map(wentBack);
    const fallen = atomic ? fallOf(prepared) : undefined;
    if (fallen) return fallen;
    const answers = await commands.submitAll(prepared.filter((one): one is Instruction => !(one instanceof Error)));
    const inOrder = answers.values();
    return prepared.map((one): Completed | Error => {
      if (one instanceof Error) return one;
      const answer = inOrder.next().value as (typeof answers)[number];
      if ('posted' in answer) return completed(answer.posted);
      return 'refusal' in answer ? new RefusedError(answer.refusal) : asError(answer.error);
    });
  }

  /** All are routed as of one moment, none reckons with those before it. */
  #prepareAll(orders: readonly Order[], instructions: readonly Instruction[]): Promise<(Instruction | Error)[]> {
    return Promise.all(
      instructions.map(async (instruction, index) => {
        if (orders[index]?.routing !== 'best') return instruction;
        return this.#routed(instruction.command, false).then((command) => ({ ...instruction, command }), asError);
      }),
    );
  }

  #instruct(actor: Account, orders: readonly Order[], atomic: boolean): readonly Instruction[] {
    const isKeyed = orders[0]?.idempotencyKey !== undefined;
    const ofAll = atomic && isKeyed ? fingerprintOfAll(orders.map((order) => this.#stored(order))) : undefined;
    return orders.map((order, index): Instruction => {
      const { command, idempotencyKey: key } = order;
      return {
        actor,
        command,
        ...(key !== undefined && { idempotency: { key, fingerprint: ofAll ?? fingerprintOf(this.#stored(order)) } }),
        ...(atomic && index < orders.length - 1 && { linked: true as const }),
      };
    });
  }

  /**
   * A swap with the best route, unless the pool of its pair is best; anything else as it is. One that names its own route
   * gets a benchmark if it was found to need one.
   */
  async #routed<C extends Command>(command: C, isAgain: boolean): Promise<C> {
    const { guide } = this.#options;
    if (!guide || command.kind !== 'swap') return command;
    const terms = this.#termsOf(command);
    if (!command.route) {
      const found = await this.#asOfNow(guide.route(terms, command.account));
      return found ? { ...command, ...found } : command;
    }
    if (!isAgain) return { ...command, benchmark: 'wanted' };
    const benchmark = await this.#asOfNow(guide.benchmark(terms, command.account));
    return benchmark ? { ...command, benchmark: benchmark.route } : command;
  }

  async #asOfNow(asked: ReturnType<Guide['route']>): Promise<Found | undefined> {
    const { era, hearOf } = this.#options;
    const before = era();
    const { found, history } = await asked;
    await hearOf(history);
    if (before !== era()) throw wentBack();
    return found;
  }

  #termsOf(command: SwapCommand): RouteTerms {
    return {
      tokenA: command.tokenA,
      tokenB: command.tokenB,
      exact: 'amountA' in command ? { in: command.amountA } : { out: command.amountB },
      referred: command.referrer !== undefined,
      maxPriceImpactPpm: command.maxPriceImpactPpm ?? this.#options.maxPriceImpactPpm,
    };
  }

  #stored({ command }: Order): object {
    return asStored(command, this.#options.addresses);
  }
}

export const wentBack = () => new StoreUnavailable('failed', 'the journal went back: ask again');

const hasMoved = (outcome: Outcome): boolean => 'refusal' in outcome && outcome.refusal.code === 'route_moved';

/**
 * Commands once named the pool that they may create, and the fingerprints of those are stored. What the one who asks may
 * do is no part of what is asked, and neither is how the pools are passed.
 */
function asStored(command: Command, addresses: Addresses): object {
  if (command.kind === 'swap' && command.route) {
    const { route: _, expected: __, benchmark: ___, ...asked } = command;
    return asked;
  }
  if (command.kind !== 'provide' && command.kind !== 'createPool') return command;
  const { mayCreatePool: _, ...asked } = { mayCreatePool: undefined, ...command };
  return { ...asked, poolAddress: addresses.pool(...orderPair(command.tokenA, command.tokenB)) };
}

export const completed = (posted: Posted): Completed => ({
  status: 'completed',
  transactionId: posted.id,
  actor: posted.actor,
  sequence: posted.sequence,
  createdAtMs: posted.createdAtMs,
  // Few answers tell of it, and reading it is dear.
  get receipt() {
    return posted.receipt;
  },
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
