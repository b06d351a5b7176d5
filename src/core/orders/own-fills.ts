// What an account gave and got in a transaction: by a swap, or by a match of its orders.
import type { Account, Amount, TokenAddress } from '../amount.ts';
import { amount } from '../amount.ts';
import type { Receipt } from '../commands/command.ts';
import { type MatchOrdersReceipt, takenBy } from '../commands/match-orders.ts';
import { hopsOf, type SwapReceipt } from '../commands/swap-receipt.ts';
import { type Pair, pairKey } from '../pool.ts';

type FeeKind = 'lp' | 'protocol' | 'ref';
type Fee = { readonly kind: FeeKind; readonly token: TokenAddress; readonly amount: Amount };

/** One side of a trade. `index` tells two sides apart that belong to the same account. */
export type OwnFill = Pair & {
  readonly kind: 'swap' | 'match';
  readonly index: 0 | 1;
  readonly order: number | null;
  /** True for the older of two orders that filled each other. */
  readonly isMaker: boolean;
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** By kind and token, without zeros. */
  readonly fees: readonly Fee[];
};

/** Selects fills of an account, if given only those of a pair in either direction, or of an order. */
export type FillFilter = { readonly account: Account; readonly pair?: Pair; readonly order?: number };

/** The fills that a transaction made, in the order of their `index`. */
export function ownFills(receipt: Receipt, { account, pair, order }: FillFilter): readonly OwnFill[] {
  return sidesOf(receipt, account).filter(
    (fill) =>
      (order === undefined || fill.order === order) &&
      (pair === undefined || pairKey(fill.tokenA, fill.tokenB) === pairKey(pair.tokenA, pair.tokenB)),
  );
}

function sidesOf(receipt: Receipt, account: Account): readonly OwnFill[] {
  if (receipt.kind === 'swap') return receipt.account === account ? [swapFill(receipt)] : [];
  if (receipt.kind !== 'matchOrders') return [];
  const { maker, taker } = receipt;
  const sides = [
    ...(maker.account === account ? [makerFill(receipt)] : []),
    ...(taker.account === account ? [takerFill(receipt)] : []),
  ];
  return sides.map((side, at) => ({ ...side, index: at === 0 ? 0 : 1 }));
}

const swapFill = (receipt: SwapReceipt): OwnFill => ({
  ...{ kind: 'swap', index: 0, isMaker: false, order: receipt.fill?.order ?? null },
  ...{ tokenA: receipt.tokenA, tokenB: receipt.tokenB, amountA: receipt.amountA, amountB: receipt.amountB },
  fees: feesOf(receipt),
});

const makerFill = ({ tokenA, tokenB, amountA, amountB, maker }: MatchOrdersReceipt): OwnFill => ({
  ...{ kind: 'match', index: 0, isMaker: true, order: maker.order },
  ...{ tokenA, tokenB, amountA, amountB, fees: [] },
});

/** The newer order pays the fee, out of what it receives. */
const takerFill = (receipt: MatchOrdersReceipt): OwnFill => ({
  ...{ kind: 'match', index: 0, isMaker: false, order: receipt.taker.order },
  ...{ tokenA: receipt.tokenB, tokenB: receipt.tokenA, amountA: receipt.amountB, amountB: takenBy(receipt) },
  fees: receipt.fee ? [{ kind: 'protocol', token: receipt.tokenA, amount: receipt.fee.amount }] : [],
});

/** The fees of all pools of a route, added up by kind and token. */
function feesOf(receipt: SwapReceipt): readonly Fee[] {
  const sums = new Map<string, Fee>();
  for (const { tokenIn, tokenOut, fees } of hopsOf(receipt)) {
    const charged = [
      ['lp', tokenIn, fees.lp],
      ['protocol', tokenOut, fees.protocol],
      ['ref', tokenOut, fees.ref],
    ] as const;
    for (const [kind, token, units] of charged) {
      const key = `${kind} ${token}`;
      if (units > 0n) sums.set(key, { kind, token, amount: amount((sums.get(key)?.amount ?? 0n) + units) });
    }
  }
  return [...sums.values()];
}
