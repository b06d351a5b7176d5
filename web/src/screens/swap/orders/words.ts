// Prices, distances and intervals of orders in words, for every screen.
import type { Order } from '../../../data/orders.ts';
import { subtractText } from '../../../exact/amount.ts';
import { brief, divide, percent, written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import { distanceSeen, inverted } from './limit.ts';
import { type Terms, UNITS } from './order-state.ts';

/** The distance of a limit from the price after fees, which an order is paid, or from the market price. */
export function awayWords(distance: string, from: 'away' | 'market' = 'away'): string {
  if (!/[1-9]/.test(distance)) return t(`orders.${from}.same`);
  const far = { part: percent(distance.replace('-', '')) };
  return distance.startsWith('-') ? t(`orders.${from}.below`, far) : t(`orders.${from}.above`, far);
}

/** The same distance in the direction in which a price is shown: what is above one way is below the other. */
export function awayOf(distance: string, isInverse: boolean, from: 'away' | 'market' = 'away'): string {
  const far = distanceSeen(distance, isInverse);
  return awayWords(distance.startsWith('-') === isInverse ? far : `-${far}`, from);
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

/** True for an account that offers the quote token: it buys, and its prices are shown inverted. */
export const isBuying = ({ tokenA }: Order, quote: string | null): boolean => tokenA === quote;

/** A price of an order with its tokens, in the direction of its title. */
export function priceFor({ symbolA, symbolB }: Order, price: string, isInverse: boolean) {
  return isInverse
    ? { price: `${brief(inverted(price))} ${symbolA}`, symbol: symbolB }
    : { price: `${written(price)} ${symbolB}`, symbol: symbolA };
}

/** Words the order for traders: an account that offers the quote token buys, any other sells; prices are in the quote token. */
export function titleOf(order: Order, quote: string | null): string {
  const { symbolA, amountA, symbolB, minReceived } = order;
  const [isBuyer, limit, trigger] = [isBuying(order, quote), limitOf(order), triggerOf(order)];
  const told = (price: string): string => brief(isBuyer ? inverted(price) : price);
  const offered = `${written(amountA)} ${symbolA}`;
  const title =
    limit === null
      ? t(isBuyer ? 'orders.card.buy.market' : 'orders.card', { amount: offered, symbol: symbolB })
      : t(isBuyer ? 'orders.card.buy' : 'orders.card.sell', {
          amount: isBuyer ? `${brief(minReceived ?? '0')} ${symbolB}` : offered,
          // Computed from the amounts, since an inverted price is cut.
          price: isBuyer ? brief(divide(amountA, minReceived ?? '0', 36)) : told(limit),
        });
  return trigger === null ? title : t('orders.card.stop', { price: told(trigger), order: title });
}
