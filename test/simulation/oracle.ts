// What the exchange must answer: the model, the journal's numbering and the memory of idempotency keys and references.
import type { Account } from '../../src/core/amount.ts';
import type { Command, Receipt } from '../../src/core/commands/command.ts';
import { Model, type ModelPolicy, type RefusalCode } from './model.ts';

export type Order = { readonly actor: Account; readonly command: Command; readonly key?: string };
export type Accepted = { readonly sequence: number; readonly actor: Account; readonly receipt: Receipt };
export type Prediction = Accepted | { readonly refusal: RefusalCode };

export class Oracle {
  readonly model: Model;
  readonly accepted: Accepted[] = [];
  readonly #moved = new Map<string, { readonly amount: bigint; readonly prediction: Prediction }>();
  readonly #remembered = new Map<string, { readonly command: string; readonly prediction: Prediction }>();

  constructor(policy: ModelPolicy) {
    this.model = new Model(policy);
  }

  /** How many commands the journal holds. */
  get sequence(): number {
    return this.accepted.length;
  }

  predict({ actor, command, key }: Order): Prediction {
    if (key === undefined) return this.#decide(actor, command);
    const name = JSON.stringify([actor, key]);
    const text = inspected(command);
    const earlier = this.#remembered.get(name);
    if (earlier) return earlier.command === text ? earlier.prediction : { refusal: 'idempotency_key_reused' };
    const prediction = this.#decide(actor, command);
    this.#remembered.set(name, { command: text, prediction });
    return prediction;
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
    const answer = this.model.answer(command);
    if (typeof answer === 'string') return { refusal: answer };
    const prediction = { sequence: this.sequence + 1, actor, receipt: answer };
    this.accepted.push(prediction);
    return prediction;
  }
}

const inspected = (command: Command): string =>
  JSON.stringify(Object.entries(command).sort(), (_, value) => (typeof value === 'bigint' ? `${value}` : value));
