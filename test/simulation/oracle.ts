// Predicts every answer: the model plus the journal's numbering and the memory of idempotency keys and references.
import type { Account } from '../../src/core/amount.ts';
import type { Command, Receipt } from '../../src/core/commands/command.ts';
import type { RouteHop } from '../../src/core/route/shape.ts';
import { Model, type ModelPolicy, type RefusalCode } from './model.ts';

export type Order = {
  readonly actor: Account;
  readonly command: Command;
  readonly key?: string;
  /** The route that the exchange will find by itself. */
  readonly best?: readonly RouteHop[];
};
export type Accepted = { readonly sequence: number; readonly actor: Account; readonly receipt: Receipt };
export type Prediction = Accepted | { readonly refusal: RefusalCode };

export type Compared = { readonly benchmark?: readonly RouteHop[]; readonly reference?: readonly RouteHop[] };

export class Oracle {
  readonly model: Model;
  readonly accepted: Accepted[] = [];
  #moved = new Map<string, { readonly amount: bigint; readonly prediction: Prediction }>();
  readonly #remembered = new Map<string, { readonly command: string; readonly prediction: Prediction }>();

  constructor(policy: ModelPolicy) {
    this.model = new Model(policy);
    this.model.sequence = () => this.sequence;
  }

  /** The length of the journal. */
  get sequence(): number {
    return this.accepted.length;
  }

  /** `compared` are the routes that the exchange found to compare the best one with. */
  predict({ actor, command, key, best }: Order, compared: Compared = {}): Prediction {
    const along = best && command.kind === 'swap' ? { ...command, route: best, ...compared } : command;
    if (key === undefined) return this.#decide(actor, along);
    const text = inspected(command);
    const known = this.#known(actor, key, text);
    if (known) return known;
    const prediction = this.#decide(actor, along);
    if (!isForgotten(prediction)) this.#remembered.set(nameOf(actor, key), { command: text, prediction });
    return prediction;
  }

  /** All of them, or none if one is refused. */
  predictAll(orders: readonly Order[]): readonly Prediction[] {
    const text = `all of ${orders.map(({ command }) => inspected(command)).join()}`;
    const known = orders.map(({ actor, key }) => (key === undefined ? undefined : this.#known(actor, key, text)));
    const reused = known.indexOf(REUSED);
    if (reused >= 0) return orders.map((_, at) => (at === reused ? REUSED : NOT_ATTEMPTED));
    if (known.every((prediction) => prediction !== undefined)) return known;
    const predictions = this.#decideAll(orders);
    if (predictions.some(isForgotten)) return predictions;
    orders.forEach(({ actor, key }, at) => {
      const prediction = predictions[at] as Prediction;
      if (key !== undefined) this.#remembered.set(nameOf(actor, key), { command: text, prediction });
    });
    return predictions;
  }

  #known(actor: Account, key: string, text: string): Prediction | undefined {
    const earlier = this.#remembered.get(nameOf(actor, key));
    return earlier && (earlier.command === text ? earlier.prediction : REUSED);
  }

  #decideAll(orders: readonly Order[]): readonly Prediction[] {
    const restore = this.model.savepoint();
    const [count, moved] = [this.sequence, [...this.#moved]];
    const predictions: Prediction[] = [];
    for (const { actor, command } of orders) {
      const prediction = this.#decide(actor, command);
      if ('refusal' in prediction) {
        restore();
        this.accepted.length = count;
        this.#moved = new Map(moved);
        return orders.map((_, at) => (at === predictions.length ? prediction : NOT_ATTEMPTED));
      }
      predictions.push(prediction);
    }
    return predictions;
  }

  #decide(actor: Account, command: Command): Prediction {
    if (command.kind !== 'deposit' && command.kind !== 'withdraw') return this.#carryOut(actor, command);
    const name = JSON.stringify([command.kind, command.account, command.token, command.reference]);
    const earlier = this.#moved.get(name);
    if (earlier) return earlier.amount === command.amount ? earlier.prediction : { refusal: 'reference_reused' };
    const prediction = this.#carryOut(actor, command);
    if ('receipt' in prediction) this.#moved.set(name, { amount: command.amount, prediction });
    return prediction;
  }

  #carryOut(actor: Account, command: Command): Prediction {
    const answer = this.model.answer(command, this.sequence + 1);
    if (typeof answer === 'string') return { refusal: answer };
    const prediction = { sequence: this.sequence + 1, actor, receipt: answer };
    this.accepted.push(prediction);
    for (const receipt of this.model.further) this.accepted.push({ sequence: this.sequence + 1, actor, receipt });
    return prediction;
  }
}

const REUSED: Prediction = { refusal: 'idempotency_key_reused' };
const NOT_ATTEMPTED: Prediction = { refusal: 'not_attempted' };

/** A refusal because the order changed is not remembered: it may be requested again. */
const isForgotten = (prediction: Prediction): boolean =>
  'refusal' in prediction && prediction.refusal === 'order_moved';

const nameOf = (actor: Account, key: string): string => JSON.stringify([actor, key]);

/** The request's content, without its route and the orders that were open. */
const inspected = (command: Command): string =>
  JSON.stringify(Object.entries({ ...command, route: undefined, orders: undefined }).sort(), (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
