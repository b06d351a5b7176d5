// Random requests: single commands or several at once, some repeated, some with a key that was used for another.
import type { Account } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { nextCommand } from './commands.ts';
import type { Draw } from './draw.ts';
import type { Order } from './oracle.ts';
import type { Random } from './random.ts';
import { routed } from './routes.ts';

/** A request: one command, or several of one actor. */
export type Request = { readonly orders: readonly Order[]; readonly how: 'alone' | 'in turn' | 'all or none' };

export const alone = (order: Order): Request => ({ orders: [order], how: 'alone' });
export const OPERATOR = 'operator' as Account;

export class Requests {
  readonly #random: Random;
  readonly #keyed: Order[] = [];
  readonly #chains: Request[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(draw: Draw): Request {
    if (this.#random.chance(90)) return alone(this.#order(draw));
    const earlier = this.#random.pickAny(this.#chains);
    if (earlier && this.#random.chance(20)) return earlier;
    const length = 1 + this.#random.below(this.#random.pick([2, 5, 20]));
    const commands = Array.from({ length }, () => nextCommand(draw));
    // A new chain may reuse the keys of an earlier one.
    const first = this.#random.chance(15) ? earlier?.orders[0] : undefined;
    const actor = first?.actor ?? draw.account();
    const key = first?.key?.replace(/\/0$/, '') ?? `chain ${this.#chains.length}`;
    const isKeyed = this.#random.chance(70);
    const orders = commands.map((command, at) => ({
      actor,
      command: givenBy(actor, command),
      ...(isKeyed && { key: `${key}/${at}` }),
    }));
    const request = { orders, how: this.#random.pick(['in turn', 'all or none'] as const) };
    if (isKeyed) this.#chains.push(request);
    if (isKeyed) this.#keyed.push(this.#random.pick(orders));
    return request;
  }

  #order(draw: Draw): Order {
    const earlier = this.#random.pickAny(this.#keyed);
    const how = this.#random.weighted({ plain: 50, keyed: 35, again: 8, reused: 4, borrowed: 3 });
    if (how === 'again' && earlier) return this.#again(earlier, draw);
    const command = nextCommand(draw);
    const actor = 'account' in command ? command.account : OPERATOR;
    if (how === 'plain') return { actor, command };
    // A key is reused by its own actor with another command, or by somebody else.
    const sender = how === 'reused' && earlier ? earlier.actor : actor;
    const order = {
      actor: sender,
      command: givenBy(sender, command),
      key: how !== 'keyed' && earlier?.key !== undefined ? earlier.key : `key ${this.#keyed.length}`,
    };
    this.#keyed.push(order);
    return order;
  }

  /** The same command, sometimes with another route. */
  #again(earlier: Order, draw: Draw): Order {
    const { command } = earlier;
    if (command.kind !== 'swap' || this.#random.chance(50)) return earlier;
    const route = routed(draw, 'amountA' in command ? 'in' : 'out')?.route;
    return route ? { ...earlier, command: { ...command, route } } : earlier;
  }
}

/** Only their owners name orders. */
function givenBy(actor: Account, command: Command): Command {
  if (command.kind !== 'placeOrder' || command.account === actor) return command;
  const { clientId: _, ...nameless } = command;
  return nameless;
}
