// The event of an ended request: completed ones have the ledger's form, failures and take-backs their own. Never public.
import type { PoolAddress, TokenAddress } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { Pair } from '../../core/pool.ts';
import { Event, type Listings, poolsOf } from '../../journal/event.ts';
import type { EndedRequest } from '../../ports/chain-requests.ts';
import type { EventFilter } from '../../ports/market.ts';
import { decisionOf, entryOf, resultOf, settlementOf, takesBackFor, tokensIn } from '../venue/history.ts';
import type { ChainReceipt } from '../venue/receipts.ts';

export type ChainEvent = {
  readonly sequence: number;
  /** The request's id. */
  readonly id: string;
  readonly kind: string;
  /** JSON, always the same for the same request; undefined if the filter excludes it. */
  textFor(filter: EventFilter): string | undefined;
};

const TON_DECIMALS = 9;

export function eventOf(request: EndedRequest, listed: Listings): ChainEvent {
  const entry = entryOf(request);
  if (entry?.status !== 'completed') return new OwnEvent(request, listed);
  const { receipt, actor } = entry;
  const posted = { sequence: request.event, id: request.id, actor, createdAtMs: request.endedAtMs, receipt };
  const event = new Event(posted, listed, settledBy(request));
  return {
    sequence: request.event,
    id: request.id,
    kind: receipt.kind,
    // Shown only to the accounts concerned: swaps made through this exchange are only a part of the pool's trades.
    textFor: (filter) => event.textFor(filter.own ? { ...filter, own: { ...filter.own, alone: true } } : filter),
  };
}

/** A quick check before the event is parsed. An account that the request only names counts too: it may be the referrer. */
export const mayConcern = (
  { account, decision }: EndedRequest,
  own: Pick<NonNullable<EventFilter['own']>, 'account' | 'isOperator'>,
): boolean => own.isOperator || own.account === account || decision.includes(JSON.stringify(own.account));

/** Stands for an event that cannot concern the caller: it keeps its number, and has no text. */
export const unseen = ({ event: sequence, id, kind }: EndedRequest): ChainEvent => ({
  ...{ sequence, id, kind },
  textFor: () => undefined,
});

/** Tokens whose decimals are needed to print the event. */
export const tokensOf = (request: EndedRequest): readonly TokenAddress[] => {
  const decision = decisionOf(request);
  return 'takesBack' in decision ? [decision.takesBack.tokenA, decision.takesBack.tokenB] : tokensIn(decision.receipt);
};

/** A failure or a take-back, visible only to its account and to operators. */
class OwnEvent implements ChainEvent {
  readonly sequence: number;
  readonly id: string;
  readonly kind: 'settlementFailed' | 'takeBack';
  readonly #request: EndedRequest;
  readonly #listed: Listings;
  #text: string | undefined;

  constructor(request: EndedRequest, listed: Listings) {
    this.sequence = request.event;
    this.id = request.id;
    this.kind = request.status === 'failed' ? 'settlementFailed' : 'takeBack';
    this.#request = request;
    this.#listed = listed;
  }

  textFor({ kinds, pools, own }: EventFilter): string | undefined {
    if (!own || !(own.isOperator || own.account === this.#request.account)) return undefined;
    if (kinds && !kinds.includes(this.kind)) return undefined;
    if (pools && !this.#pools().some((pool) => pools.includes(pool))) return undefined;
    this.#text ??= JSON.stringify(this.#shown());
    return this.#text;
  }

  #pools(): readonly PoolAddress[] {
    const decision = decisionOf(this.#request);
    return 'receipt' in decision ? poolsOf(decision.receipt) : [];
  }

  #shown(): object {
    const request = this.#request;
    const { event: sequence, account } = request;
    const [decision, takesBack] = [decisionOf(request), takesBackFor(request)];
    return {
      ...{ sequence, kind: this.kind, createdAt: new Date(request.endedAtMs).toISOString() },
      ...('receipt' in decision ? this.#amounts(decision.receipt) : this.#returned(decision.takesBack)),
      // A take-back is reported under the request that it belongs to.
      ...{ transactionId: takesBack ?? request.id, actor: account, account },
      ...(request.status === 'failed' && { change: request.kind }),
      ...settledBy(request),
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
    const { returned } = resultOf(this.#request);
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

function settledBy(request: EndedRequest): object {
  const { networkFeeNano, tonSpentNano, ...settlement } = settlementOf(resultOf(request));
  return {
    ...settlement,
    ...(networkFeeNano !== undefined && { networkFee: printDecimal(networkFeeNano, TON_DECIMALS) }),
    ...(tonSpentNano !== undefined && { tonSpent: printDecimal(tonSpentNano, TON_DECIMALS) }),
  };
}
