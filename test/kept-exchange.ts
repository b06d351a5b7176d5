// An in-memory exchange with an order keeper, whose commands a test executes step by step.
import { KEEPER } from '../src/core/accounts.ts';
import { ppm } from '../src/core/amount.ts';
import type { Outcome } from '../src/core/settle/instruction.ts';
import { Follower } from '../src/journal/follower.ts';
import type { OrderCommand } from '../src/orders/command.ts';
import { Keeper } from '../src/orders/keeper.ts';
import type { Tail } from '../src/ports/tail.ts';
import type { PaperExchange } from './paper-exchange.ts';
import { tailOf } from './paper-tail.ts';

export class Kept {
  readonly exchange: PaperExchange;
  readonly keeper: Keeper;
  readonly #follower: Follower;
  readonly #tail: Tail;

  constructor(exchange: PaperExchange, options: Partial<ConstructorParameters<typeof Keeper>[0]> = {}) {
    this.exchange = exchange;
    this.keeper = new Keeper({ maxPools: 16, minGain: 5e-6, maxPriceImpactPpm: ppm(150_000n), ...options });
    this.#tail = tailOf(exchange) as Tail;
    this.#follower = new Follower(this.#tail, this.keeper.folds, { page: 500, most: 5000 });
  }

  async follow(): Promise<void> {
    while (!(await this.#follower.follow()));
    if (!this.keeper.orders.isKnown) await this.keeper.orders.load(this.#tail);
    const { windows, longestMs } = this.keeper.stops;
    const { nowMs, journal } = this.exchange;
    while (longestMs !== undefined && !windows.covers(longestMs))
      await windows.load(this.#tail, { overMs: longestMs, sequence: journal.length, nowMs });
  }

  async look(): Promise<readonly OrderCommand[]> {
    await this.follow();
    return this.keeper.look(this.exchange.nowMs).commands;
  }

  do(commands: readonly OrderCommand[]): readonly Outcome[] {
    return this.exchange.settle(commands.map((command) => ({ actor: KEEPER, command }))).outcomes;
  }

  /** Executes the keeper's commands until it has none left, and returns them. */
  async quieten(): Promise<readonly OrderCommand[]> {
    const done: OrderCommand[] = [];
    for (let looks = 0; ; looks++) {
      const commands = await this.look();
      if (commands.length === 0) return done;
      if (looks > 50) throw new Error(`it never ends: ${JSON.stringify(commands, (_, value) => String(value))}`);
      for (const [index, outcome] of this.do(commands).entries()) {
        if ('refusal' in outcome) {
          throw new Error(
            `${JSON.stringify(outcome)} to ${commands[index]?.kind} of ${JSON.stringify(commands[index], text)}`,
          );
        }
      }
      done.push(...commands);
    }
  }
}

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
