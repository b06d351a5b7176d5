// The commands found by a look so far. Each is applied to the book at once, so that the next is found on the resulting pools, and
// undone when the look is over.
import { reserveAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type TokenAddress } from '../core/amount.ts';
import type { MatchOrdersCommand } from '../core/commands/match-orders.ts';
import type { GuardEvidence } from '../core/orders/guard.ts';
import type { Progress } from '../core/orders/order.ts';
import type { Fill } from '../routes/fill-for.ts';
import type { RouteFinder } from '../routes/finder.ts';
import type { OrderCommand } from './command.ts';
import type { Match } from './match-for.ts';
import type { OpenOrder } from './open-orders.ts';

type Compared = {
  readonly pools: NonNullable<MatchOrdersCommand['pools']>;
  readonly guards?: { readonly maker?: GuardEvidence | undefined; readonly taker?: GuardEvidence | undefined };
};

/** Decides when the next part of a recurring order may be filled; other orders do not need it. */
const lastFillOf = ({ schedule, filledAtMs }: OpenOrder) => (schedule ? { filledAtMs } : {});

const named = (guard: GuardEvidence | undefined) => (guard ? { guard } : {});

export class Rehearsal {
  readonly commands: OrderCommand[] = [];
  readonly #finder: RouteFinder;
  readonly #left = new Map<OpenOrder, Amount>();
  readonly #shifted: (readonly [Account, TokenAddress, bigint])[] = [];

  constructor(finder: RouteFinder) {
    this.#finder = finder;
  }

  /** The rest of an order after all commands found so far. */
  leftOf(order: OpenOrder): Amount {
    return this.#left.get(order) ?? order.left;
  }

  /** `filledAtMs` is that of the journal, so a recurring order that has traded in this look is not filled again in it. */
  progressOf(order: OpenOrder): Progress {
    return { left: this.leftOf(order), filledAtMs: order.filledAtMs };
  }

  /** True if a command was found for an order. */
  hasTraded(order: OpenOrder): boolean {
    return this.#left.has(order);
  }

  expire(order: OpenOrder): void {
    const { number, account, tokenA, tokenB } = order;
    this.commands.push({ kind: 'closeOrder', order: number, account, tokenA, tokenB, reason: 'expired' });
    this.#left.set(order, amount(0n));
  }

  fill(order: OpenOrder, { units, way: { route, plan } }: Fill, guard?: GuardEvidence): void {
    const { number, account, tokenA, tokenB } = order;
    const left = this.leftOf(order);
    this.commands.push({
      kind: 'fillOrder',
      order: number,
      account,
      tokenA,
      tokenB,
      amountA: units,
      left,
      ...lastFillOf(order),
      ...(route.length > 1 && { route }),
      ...(guard && { guard }),
      expected: plan.amountOut,
    });
    this.#left.set(order, amount(left - units));
    for (const { pool, tokenIn, tokenOut, fill } of plan.hops) {
      const reserve = reserveAccount(pool.address);
      this.#shift(reserve, tokenIn.address, fill.amountIn);
      this.#shift(reserve, tokenOut.address, -fill.baseOut);
    }
  }

  /** The maker sells `amountA`, and the taker `amountB`. */
  match(maker: OpenOrder, taker: OpenOrder, { amountA, amountB, pools, guards = {} }: Match & Compared): void {
    const [ofMaker, ofTaker] = [this.leftOf(maker), this.leftOf(taker)];
    const { tokenA, tokenB } = maker;
    this.commands.push({
      kind: 'matchOrders',
      tokenA,
      tokenB,
      maker: {
        order: maker.number,
        account: maker.account,
        left: ofMaker,
        ...lastFillOf(maker),
        ...named(guards.maker),
      },
      taker: {
        order: taker.number,
        account: taker.account,
        left: ofTaker,
        ...lastFillOf(taker),
        ...named(guards.taker),
      },
      amountA,
      pools,
    });
    this.#left.set(maker, amount(ofMaker - amountA));
    this.#left.set(taker, amount(ofTaker - amountB));
  }

  /** Restores the pools. */
  undo(): void {
    for (const [account, token, units] of this.#shifted.splice(0).reverse()) this.#move(account, token, -units);
  }

  #shift(account: Account, token: TokenAddress, units: bigint): void {
    this.#shifted.push([account, token, units]);
    this.#move(account, token, units);
  }

  #move(account: Account, token: TokenAddress, units: bigint): void {
    const pool = this.#finder.book.shift(account, token, units);
    if (pool) this.#finder.note(pool);
  }
}
