// Divides each token's amount among the hops that take it while a route is planned.
import { type Amount, amount, MAX_AMOUNT, type TokenAddress } from '../amount.ts';
import { WHOLE_SHARE } from './shape.ts';

type Holding = { rest: bigint; all: bigint | undefined };

export class Pot {
  readonly #takers: readonly TokenAddress[];
  readonly #held = new Map<TokenAddress, Holding>();

  /** `takers` lists the token that each hop takes, in the order of the hops. */
  constructor(takers: readonly TokenAddress[]) {
    this.#takers = takers;
  }

  /** False if the sum exceeds MAX_AMOUNT. */
  add(token: TokenAddress, units: Amount): boolean {
    const held = this.#of(token);
    held.rest += units;
    return held.rest <= MAX_AMOUNT;
  }

  /** The share of the hop with index `taker` in its token's total, rounded down; the last hop that takes a token gets the rest. */
  take(taker: number, share: number): Amount {
    const token = this.#takers[taker] as TokenAddress;
    const held = this.#of(token);
    held.all ??= held.rest;
    const isLast = this.#takers.lastIndexOf(token) === taker;
    const part = isLast ? held.rest : (held.all * BigInt(share)) / BigInt(WHOLE_SHARE);
    held.rest -= part;
    return amount(part);
  }

  isEmptyBut(token: TokenAddress): boolean {
    return [...this.#held].every(([each, { rest }]) => rest === 0n || each === token);
  }

  #of(token: TokenAddress): Holding {
    let held = this.#held.get(token);
    if (!held) {
      held = { rest: 0n, all: undefined };
      this.#held.set(token, held);
    }
    return held;
  }
}
