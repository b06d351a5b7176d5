// The commands that a look (one pass of the keeper over the open orders) has found so far. Each changes the pools of the book at
// once, so that the next is computed with the resulting reserves; at the end of the look the keeper undoes all changes.
import { reserveAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type TokenAddress, ZERO } from '../core/amount.ts';
import type { MatchOrdersCommand } from '../core/commands/match-orders.ts';
import { afterPurchase } from '../core/commands/purchase.ts';
import type { GuardEvidence } from '../core/orders/guard.ts';
import type { Progress } from '../core/orders/order.ts';
import type { Evidence } from '../core/orders/trigger.ts';
import type { NextFill } from '../routes/fill-for.ts';
import type { RouteFinder } from '../routes/finder.ts';
import type { OrderCommand } from './command.ts';
import type { Gains } from './gains.ts';
import type { MatchedAmounts } from './match-for.ts';
import type { OpenOrder } from './open-orders.ts';

/** The evidence by which the core checks the guard of an order, and that a stop's trigger still holds. */
type OrderEvidence = { readonly guard?: GuardEvidence | undefined; readonly trigger?: Evidence | undefined };
/** The evidence by which the core checks a match: routes through pools, which must not pay more, and that of both orders. */
type MatchEvidence = {
  readonly pools: NonNullable<MatchOrdersCommand['pools']>;
  readonly maker?: OrderEvidence;
  readonly taker?: OrderEvidence;
};

/**
 * The time of an order's last fill, which decides when the next part of a recurring order or slice of a stop may be filled; of a purchase
 * its transaction, which says how much was received.
 */
const lastFillOf = ({ schedule, trigger, filledAtMs, bought }: OpenOrder) =>
  schedule || trigger ? { filledAtMs } : bought ? { lastFill: bought.lastFill } : {};

type Taken = { readonly paid: Amount; readonly amountB: Amount; readonly returned?: Amount };

const known = ({ guard, trigger }: OrderEvidence = {}) => ({ ...(guard && { guard }), ...(trigger && { trigger }) });

export class Rehearsal {
  readonly commands: OrderCommand[] = [];
  readonly #finder: RouteFinder;
  readonly #gains: Pick<Gains, 'note'>;
  readonly #left = new Map<OpenOrder, Amount>();
  /** What purchases have received with the commands found so far. */
  readonly #received = new Map<OpenOrder, Amount>();
  readonly #shifted: (readonly [Account, TokenAddress, bigint])[] = [];

  constructor(finder: RouteFinder, gains: Pick<Gains, 'note'>) {
    this.#finder = finder;
    this.#gains = gains;
  }

  /** The rest of an order after all commands found so far. */
  leftOf(order: OpenOrder): Amount {
    return this.#left.get(order) ?? order.left;
  }

  /** `filledAtMs` does not count the fills of this look; `Guards.fillInputFor` lets no recurring order or stop trade twice in a look. */
  progressOf(order: OpenOrder): Progress {
    const progress = { left: this.leftOf(order), filledAtMs: order.filledAtMs };
    if (!order.isPurchase) return progress;
    return { ...progress, receivedB: this.#received.get(order) ?? order.bought?.receivedB };
  }

  /** Notes that an order has paid and received these amounts, and had these returned. */
  #take(order: OpenOrder, { paid, amountB, returned = ZERO }: Taken): void {
    const { left, receivedB = ZERO } = this.progressOf(order);
    if (!order.isPurchase) {
      this.#left.set(order, amount(left - paid - returned));
      return;
    }
    const after = afterPurchase(order, { left, receivedB }, { paid, amountB });
    this.#left.set(order, after.left);
    this.#received.set(order, after.receivedB);
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

  fill(order: OpenOrder, { units, returned, way: { route, plan } }: NextFill, evidence: OrderEvidence = {}): void {
    const { number, account, tokenA, tokenB } = order;
    const left = this.leftOf(order);
    this.commands.push({
      kind: 'fillOrder',
      order: number,
      account,
      tokenA,
      tokenB,
      amountA: units,
      ...(returned && { returned }),
      left,
      ...lastFillOf(order),
      ...(route.length > 1 && { route }),
      ...known(evidence),
      ...(order.isPurchase ? { amountB: plan.amountOut } : { expected: plan.amountOut }),
    });
    this.#take(order, { paid: units, amountB: plan.amountOut, ...(returned && { returned }) });
    for (const { pool, tokenIn, tokenOut, fill } of plan.hops) {
      const reserve = reserveAccount(pool.address);
      this.#shift(reserve, tokenIn.address, fill.amountIn);
      this.#shift(reserve, tokenOut.address, -fill.baseOut);
    }
  }

  /** The maker sells `amountA`, and the taker, who pays the fee, `amountB`. */
  match(maker: OpenOrder, taker: OpenOrder, found: MatchedAmounts & MatchEvidence & { readonly taken: Amount }): void {
    const { amountA, amountB, isBought, taken, pools, ...by } = found;
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
        ...known(by.maker),
      },
      taker: {
        order: taker.number,
        account: taker.account,
        left: ofTaker,
        ...lastFillOf(taker),
        ...known(by.taker),
      },
      amountA,
      ...(isBought && { amountB }),
      pools,
    });
    this.#take(maker, { paid: amountA, amountB });
    this.#take(taker, { paid: amountB, amountB: taken });
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
