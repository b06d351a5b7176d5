// Prices, distances and intervals of orders in words, for every screen.
import type { Order } from '../../../data/orders.ts';
import { subtractText } from '../../../exact/amount.ts';
import { brief, divide, percent, written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import { type Terms, UNITS } from './order-state.ts';

/** The distance of a limit from the price after fees, which an order is paid, or from the market price. */
export function awayWords(distance: string, from: 'away' | 'market' = 'away'): string {
  if (!/[1-9]/.test(distance)) return t(`orders.${from}.same`);
  const far = { part: percent(distance.replace('-', '')) };
  return distance.startsWith('-') ? t(`orders.${from}.below`, far) : t(`orders.${from}.above`, far);
}

export function everyWords(seconds: number): string {
  const unit = (['day', 'hour', 'minute'] as const).find((one) => seconds % UNITS[one] === 0);
  return unit
    ? t(`orders.every.${unit}`, { count: seconds / UNITS[unit] })
    : t('orders.every.second', { count: seconds });
}

/** A price with the token it is in, and the token it is for. */
export function priceValues({ pay, receive, limit, isInverse }: Terms, price = limit?.price ?? '0') {
  const [base, told] = isInverse ? [receive, pay] : [pay, receive];
  return { base: base.symbol, price: `${written(price)} ${told.symbol}` };
}

/** The trigger price of a stop: tokenB for one tokenA. */
export const triggerOf = ({ triggerBelow, triggerAbove }: Order): string | null => triggerBelow ?? triggerAbove;

/** A stop without a limit has one far below its trigger, since the API requires one. */
const FAR = '0.001';
export function limitOf(order: Order): string | null {
  const [{ price }, trigger] = [order, triggerOf(order)];
  const isFar = price !== null && trigger !== null && subtractText(divide(price, trigger), FAR).startsWith('-');
  return isFar ? null : price;
}

/** Words the order for traders: an account that offers the quote token buys, any other sells; prices are in the quote token. */
export function titleOf(order: Order, quote: string | null): string {
  const { tokenA, symbolA, amountA, symbolB, minReceived } = order;
  const [isBuying, limit, trigger] = [tokenA === quote, limitOf(order), triggerOf(order)];
  const told = (price: string): string => brief(isBuying ? divide('1', price, 36) : price);
  const offered = `${written(amountA)} ${symbolA}`;
  const title =
    limit === null
      ? t(isBuying ? 'orders.card.buy.market' : 'orders.card', { amount: offered, symbol: symbolB })
      : t(isBuying ? 'orders.card.buy' : 'orders.card.sell', {
          amount: isBuying ? `${brief(minReceived ?? '0')} ${symbolB}` : offered,
          // Computed from the amounts, since an inverted price is cut.
          price: isBuying ? brief(divide(amountA, minReceived ?? '0', 36)) : told(limit),
        });
  return trigger === null ? title : t('orders.card.stop', { price: told(trigger), order: title });
}
