// The commands that a look (one pass of the keeper over the open orders) has found so far. Each changes the pools of the book at
// once, so that the next is computed with the resulting reserves; at the end of the look the keeper undoes all changes.
import { reserveAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type TokenAddress } from '../core/amount.ts';
import type { MatchOrdersCommand } from '../core/commands/match-orders.ts';
import type { GuardEvidence } from '../core/orders/guard.ts';
import type { Progress } from '../core/orders/order.ts';
import type { Fill } from '../routes/fill-for.ts';
import type { RouteFinder } from '../routes/finder.ts';
import type { OrderCommand } from './command.ts';
import type { Gains } from './gains.ts';
import type { Match } from './match-for.ts';
import type { OpenOrder } from './open-orders.ts';

/** The evidence by which the core checks a match: routes through pools, which must not pay more, and the averages used by guards. */
type MatchEvidence = {
  readonly pools: NonNullable<MatchOrdersCommand['pools']>;
  readonly guards?: { readonly maker?: GuardEvidence | undefined; readonly taker?: GuardEvidence | undefined };
};

/** The time of an order's last fill, which only recurring orders need: it decides when their next part may be filled. */
const lastFillOf = ({ schedule, filledAtMs }: OpenOrder) => (schedule ? { filledAtMs } : {});

export class Rehearsal {
  readonly commands: OrderCommand[] = [];
  readonly #finder: RouteFinder;
  readonly #gains: Pick<Gains, 'note'>;
  readonly #left = new Map<OpenOrder, Amount>();
  readonly #shifted: (readonly [Account, TokenAddress, bigint])[] = [];

  constructor(finder: RouteFinder, gains: Pick<Gains, 'note'>) {
    this.#finder = finder;
    this.#gains = gains;
  }

  /** The rest of an order after all commands found so far. */
  leftOf(order: OpenOrder): Amount {
    return this.#left.get(order) ?? order.left;
  }

  /** `filledAtMs` does not count the fills of this look; `Guards.fillInputFor` does not let a recurring order trade twice in a look. */
  progressOf(order: OpenOrder): Progress {
    return { left: this.leftOf(order), filledAtMs: order.filledAtMs };
  }

  /** True if this look has found a command for the order. */
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
  match(maker: OpenOrder, taker: OpenOrder, { amountA, amountB, pools, guards = {} }: Match & MatchEvidence): void {
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
        ...(guards.maker && { guard: guards.maker }),
      },
      taker: {
        order: taker.number,
        account: taker.account,
        left: ofTaker,
        ...lastFillOf(taker),
        ...(guards.taker && { guard: guards.taker }),
      },
      amountA,
      pools,
    });
    this.#left.set(maker, amount(ofMaker - amountA));
    this.#left.set(taker, amount(ofTaker - amountB));
  }

  /** Restores the reserves that the book had before the look. */
  undo(): void {
    for (const [account, token, units] of this.#shifted.splice(0).reverse()) this.#move(account, token, -units);
  }

  #shift(account: Account, token: TokenAddress, units: bigint): void {
    this.#shifted.push([account, token, units]);
    this.#move(account, token, units);
  }

  #move(account: Account, token: TokenAddress, units: bigint): void {
    const pool = this.#finder.book.shift(account, token, units);
    if (!pool) return;
    this.#finder.note(pool);
    this.#gains.note(pool);
  }
}
