// Builds the button's label and the request from one quote, so that they cannot differ.
import type { CreateSwapInput, GetQuoteOutput } from '#client';
import type { TokenInfo } from '../../../data/token-info.ts';
import { textOf, unitsOf } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';

export type Quote = GetQuoteOutput;
export type Side = 'pay' | 'receive';

/** How much less is accepted if the price moves, in percent. */
export const LESS = ['0', '0.1', '0.5', '1'] as const;
export type Less = (typeof LESS)[number];
export const lessOf = (text: string): Less => LESS.find((one) => one === text) ?? '0';

/** A swap as the button shows and sends it; stored as JSON in the browser until its outcome is known. */
export type PreparedSwap = {
  readonly input: CreateSwapInput;
  readonly side: Side;
  readonly pay: Amount;
  readonly receive: Amount;
  /** The minimum received, or the maximum paid. */
  readonly bound: string;
};
type Amount = Pick<TokenInfo, 'address' | 'symbol' | 'decimals'> & { readonly amount: string };

type Terms = {
  readonly side: Side;
  readonly pay: TokenInfo;
  readonly receive: TokenInfo;
  readonly less: Less;
  /** The price impact that the user allows beyond the exchange's limit, as a fraction. */
  readonly maxEffect?: string | undefined;
};

export function preparedSwapOf(quote: Quote, { side, pay, receive, less, maxEffect }: Terms): PreparedSwap {
  const bound = side === 'pay' ? atLeast(quote.amountB, receive, less) : atMost(quote.amountA, pay, less);
  return {
    side,
    pay: amountOf(pay, quote.amountA),
    receive: amountOf(receive, quote.amountB),
    bound,
    input: {
      Pair: { tokenA: quote.tokenA, tokenB: quote.tokenB },
      ...(side === 'pay'
        ? { amount: { tokenA: quote.amountA }, minReceived: bound }
        : { amount: { tokenB: quote.amountB }, maxPaid: bound }),
      ...(maxEffect !== undefined && { maxPriceImpact: maxEffect }),
      // Sends the shown route, so that the exchange executes no other.
      route: quote.route.map(({ tokenA, tokenB, share }) => ({ tokenA, tokenB, share })),
    },
  };
}

/** Both amounts, for the button's texts. */
export const amountsOf = ({ pay, receive }: Pick<PreparedSwap, 'pay' | 'receive'>) => ({
  pay: told(pay),
  receive: told(receive),
});
/** The button's label after the price moved: it names only the amount that changed. */
export const newLabelOf = ({ side, pay, receive }: PreparedSwap): string =>
  side === 'pay'
    ? t('swap.button.nowReceive', { receive: told(receive) })
    : t('swap.button.nowPay', { pay: told(pay) });
const told = ({ amount, symbol }: Amount): string => `${written(amount)} ${symbol}`;

const amountOf = ({ address, symbol, decimals }: TokenInfo, amount: string): Amount => ({
  address,
  symbol,
  decimals,
  amount,
});

/** A whole in tenths of a percent. */
const PARTS = 1000n;
const partsOf = (less: Less): bigint => unitsOf(less, 1);

/** Rounded up: the user accepts not one base unit less than chosen. */
function atLeast(amount: string, { decimals }: TokenInfo, less: Less): string {
  const units = unitsOf(amount, decimals) * (PARTS - partsOf(less));
  return textOf((units + PARTS - 1n) / PARTS, decimals);
}

/** Rounded down: the user pays not one base unit more than chosen. */
const atMost = (amount: string, { decimals }: TokenInfo, less: Less): string =>
  textOf((unitsOf(amount, decimals) * (PARTS + partsOf(less))) / PARTS, decimals);

/** One base unit of the received token, if this smallest possible fee takes a hundredth of the amount received or more; otherwise null. */
export function smallestFeeOf({ route }: Quote, { receive }: Pick<PreparedSwap, 'receive'>): string | null {
  const isCoarse = route.some(({ tokenB, amountB, fees }) => {
    if (tokenB !== receive.address) return false;
    const [received, fee] = [unitsOf(amountB, receive.decimals), unitsOf(fees.protocol, receive.decimals)];
    return fee === 1n && received <= 100n;
  });
  return isCoarse ? textOf(1n, receive.decimals) : null;
}
