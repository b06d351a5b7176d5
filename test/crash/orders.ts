// Orders of random traders, each with its own idempotency key, so that any of them may be sent again.
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Random } from '../simulation/random.ts';

/** The calls that are sent, and the kind of journal entry that each makes. */
export const KINDS = {
  createSwap: 'swap',
  provideLiquidity: 'provide',
  refundLiquidity: 'refund',
  createTransfer: 'transfer',
  deposit: 'deposit',
} as const;

/** Other tokens of the demo market: one has a stable pool, and two have no common pool. */
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
const JDAI = 'EQDo_ZJyQ_YqBzBwbVpMmhbhIddKtRP99HugZJ14aFscxi7B';
const hop = (tokenA: string, tokenB: string, share: number) => ({ tokenA, tokenB, share });
const WHOLE = 2 ** 30;

export type Order = { readonly call: keyof typeof KINDS; readonly body: object; readonly key: string };

export type Bulk = {
  readonly call: 'bulk';
  readonly key: string;
  readonly body: { readonly atomic: boolean; readonly items: readonly object[] };
  readonly orders: readonly Order[];
};

export class Orders {
  readonly #random: Random;
  readonly #name: string;
  #count = 0;

  constructor(random: Random, name: string) {
    this.#random = random;
    this.#name = name;
  }

  next(): Order {
    const call = this.#random.weighted({
      createSwap: 80,
      provideLiquidity: 5,
      refundLiquidity: 5,
      createTransfer: 5,
      deposit: 5,
    });
    const order = this.make(call);
    return call === 'createSwap' && this.#random.chance(40) ? { ...order, body: this.#routed() } : order;
  }

  /** Several orders in one request, whose keys derive from that of the request. */
  bulk(): Bulk {
    this.#count += 1;
    const key = `${this.#name}-${this.#count}`;
    const count = 1 + this.#random.below(12);
    const orders = Array.from({ length: count }, (_, at) => ({ ...this.next(), key: `${key}/${at}` }));
    const items = orders.map(({ call, body }) => ({ call, body }));
    return { call: 'bulk', key, orders, body: { atomic: this.#random.chance(50), items } };
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
      case 'createTransfer':
        return {
          token: tokenA,
          to: `trader-${this.#random.below(500)}`,
          amount: this.#amount(),
          memo: `${this.#name}-${this.#count}`,
          create: true,
        };
      case 'deposit':
        return {
          account: `trader-${this.#random.below(500)}`,
          token: tokenA,
          amount: this.#amount(),
          reference: `${this.#name}-${this.#count}`,
        };
    }
  }

  /** A swap over several pools or the stable one: by a found or a given route, for an exact amount paid or received. */
  #routed(): object {
    const [more, shares] = [this.#amount(1), WHOLE / 4 + this.#random.below(WHOLE / 2)];
    return this.#random.pick([
      { Pair: { tokenA: NOT, tokenB: JDAI }, amount: { tokenA: more } },
      { Pair: { tokenA: STON, tokenB: NOT }, amount: { tokenB: more }, maxPaid: 1 },
      {
        Pair: { tokenA: TON, tokenB: USDT },
        amount: { tokenA: more },
        route: [hop(TON, USDT, shares), hop(TON, STON, WHOLE - shares), hop(STON, USDT, WHOLE)],
      },
      {
        Pair: { tokenA: TON, tokenB: JDAI },
        amount: { tokenB: more },
        route: [hop(TON, USDT, WHOLE), hop(USDT, JDAI, WHOLE)],
      },
      { Pair: { tokenA: USDT, tokenB: JDAI }, amount: { tokenB: more }, route: 'direct' },
    ]);
  }

  /** Small enough that no run exhausts the balances. */
  #amount(atLeast = 0): number {
    return (1000 * atLeast + 1 + this.#random.below(500)) / 1000;
  }
}
