// An ended order as an event: completed ones in the ledger's form, others in their own. Only those concerned see it.
import type { PoolAddress, TokenAddress } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { Pair } from '../../core/pool.ts';
import { Event, type Listed, poolsOf } from '../../journal/event.ts';
import type { EndedOrder } from '../../ports/chain-orders.ts';
import type { EventFilter } from '../../ports/market.ts';
import { entryOf, requestOf, resultOf, settlementOf, takesBackFor, tokensIn } from '../venue/history.ts';
import type { ChainReceipt } from '../venue/receipts.ts';

export type ChainEvent = {
  readonly sequence: number;
  /** The order's id. */
  readonly id: string;
  readonly kind: string;
  /** JSON, always the same for the same order; undefined if the filter excludes it. */
  textFor(filter: EventFilter): string | undefined;
};

const TON_DECIMALS = 9;

export function eventOf(order: EndedOrder, listed: Listed): ChainEvent {
  const entry = entryOf(order);
  if (entry?.status !== 'completed') return new OwnEvent(order, listed);
  const { receipt, actor } = entry;
  const posted = { sequence: order.event, id: order.id, actor, createdAtMs: order.endedAtMs, receipt };
  const event = new Event(posted, listed, settledBy(order));
  return {
    sequence: order.event,
    id: order.id,
    kind: receipt.kind,
    // Not public: swaps made through this exchange are only a part of the pool's trades.
    textFor: (filter) => event.textFor(filter.own ? { ...filter, own: { ...filter.own, alone: true } } : filter),
  };
}

/** False only if the account is certainly not concerned: an account named in the request may be its referrer. */
export const mayConcern = (
  { account, request }: EndedOrder,
  own: Pick<NonNullable<EventFilter['own']>, 'account' | 'isOperator'>,
): boolean => own.isOperator || own.account === account || request.includes(JSON.stringify(own.account));

/** An event that nobody may see. */
export const unseen = ({ event: sequence, id, kind }: EndedOrder): ChainEvent => ({
  ...{ sequence, id, kind },
  textFor: () => undefined,
});

/** Tokens whose decimals are needed to print the event. */
export const tokensOf = (order: EndedOrder): readonly TokenAddress[] => {
  const request = requestOf(order);
  return 'takesBack' in request ? [request.takesBack.tokenA, request.takesBack.tokenB] : tokensIn(request.receipt);
};

/** A failure or a take-back, visible only to its account and to operators. */
class OwnEvent implements ChainEvent {
  readonly sequence: number;
  readonly id: string;
  readonly kind: 'settlementFailed' | 'takeBack';
  readonly #order: EndedOrder;
  readonly #listed: Listed;
  #text: string | undefined;

  constructor(order: EndedOrder, listed: Listed) {
    this.sequence = order.event;
    this.id = order.id;
    this.kind = order.status === 'failed' ? 'settlementFailed' : 'takeBack';
    this.#order = order;
    this.#listed = listed;
  }

  textFor({ kinds, pools, own }: EventFilter): string | undefined {
    if (!own || !(own.isOperator || own.account === this.#order.account)) return undefined;
    if (kinds && !kinds.includes(this.kind)) return undefined;
    if (pools && !this.#pools().some((pool) => pools.includes(pool))) return undefined;
    this.#text ??= JSON.stringify(this.#shown());
    return this.#text;
  }

  #pools(): readonly PoolAddress[] {
    const request = requestOf(this.#order);
    return 'receipt' in request ? poolsOf(request.receipt) : [];
  }

  #shown(): object {
    const order = this.#order;
    const { event: sequence, account } = order;
    const [request, takesBack] = [requestOf(order), takesBackFor(order)];
    return {
      ...{ sequence, kind: this.kind, createdAt: new Date(order.endedAtMs).toISOString() },
      ...('receipt' in request ? this.#amounts(request.receipt) : this.#returned(request.takesBack)),
      // A take-back is reported under the order that it belongs to.
      ...{ transactionId: takesBack ?? order.id, actor: account, account },
      ...(order.status === 'failed' && { change: order.kind }),
      ...settledBy(order),
    };
  }

  /** The offered amounts. */
  #amounts(receipt: ChainReceipt): object {
    if (receipt.kind === 'transfer') {
      const { token, to, memo } = receipt;
      return { token, amount: this.#whole(receipt.amount, token), to, ...(memo !== undefined && { memo }) };
    }
    const { tokenA, tokenB } = receipt;
    const pool = { tokenA, tokenB, ...('pool' in receipt && { poolAddress: receipt.pool }) };
    const amountA = this.#whole(receipt.amountA, receipt.tokenA);
    if (receipt.kind === 'swap') return { ...pool, amountA };
    if (receipt.kind === 'refund') return { ...pool, lpTokens: printDecimal(receipt.lpTokens, LP_DECIMALS) };
    return { ...pool, amountA, amountB: this.#whole(receipt.amountB, receipt.tokenB) };
  }

  /** The returned amounts. */
  #returned({ tokenA, tokenB }: Pair): object {
    const { returned } = resultOf(this.#order);
    const amounts = returned && {
      amountA: this.#whole(returned[0], tokenA),
      amountB: this.#whole(returned[1], tokenB),
    };
    return { tokenA, tokenB, ...amounts };
  }

  #whole(units: bigint, token: TokenAddress): string {
    const found = this.#listed.tokens.get(token);
    if (!found) throw new Error(`the token ${token} is in an order but not listed`);
    return printDecimal(units, found.record.decimals);
  }
}

function settledBy(order: EndedOrder): object {
  const { networkFeeNano, tonSpentNano, ...settlement } = settlementOf(resultOf(order));
  return {
    ...settlement,
    ...(networkFeeNano !== undefined && { networkFee: printDecimal(networkFeeNano, TON_DECIMALS) }),
    ...(tonSpentNano !== undefined && { tonSpent: printDecimal(tonSpentNano, TON_DECIMALS) }),
  };
}
