// Orders of random traders, each under an idempotency key of its own, so that any of them may be sent again.
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Random } from '../simulation/random.ts';

/** The calls that are sent, and the kind of journal entry that each makes. */
export const KINDS = {
  createSwap: 'swap',
  provideLiquidity: 'provide',
  refundLiquidity: 'refund',
  deposit: 'deposit',
} as const;

export type Order = { readonly call: keyof typeof KINDS; readonly body: object; readonly key: string };

export class Orders {
  readonly #random: Random;
  readonly #name: string;
  #count = 0;

  constructor(random: Random, name: string) {
    this.#random = random;
    this.#name = name;
  }

  next(): Order {
    const call = this.#random.weighted({ createSwap: 85, provideLiquidity: 5, refundLiquidity: 5, deposit: 5 });
    return this.make(call);
  }

  make(call: Order['call']): Order {
    this.#count += 1;
    return { call, body: this.#body(call), key: `${this.#name}-${this.#count}` };
  }

  #body(call: Order['call']): object {
    const [tokenA, tokenB] = this.#random.pick([
      [TON, USDT],
      [USDT, TON],
    ]) as [string, string];
    switch (call) {
      case 'createSwap':
        return { Pair: { tokenA, tokenB }, amount: { tokenA: this.#amount() } };
      case 'provideLiquidity':
        return {
          Pair: { tokenA, tokenB },
          amount: { tokenA: this.#amount(), tokenB: this.#amount() },
          maxPriceImpact: 1,
        };
      case 'refundLiquidity':
        return { jetton0: tokenA, jetton1: tokenB, percentage: 0.01 };
      case 'deposit':
        return {
          account: `trader-${this.#random.below(500)}`,
          token: tokenA,
          amount: this.#amount(),
          reference: `${this.#name}-${this.#count}`,
        };
    }
  }

  /** Small enough that no run empties a purse. */
  #amount(): number {
    return (1 + this.#random.below(500)) / 1000;
  }
}
