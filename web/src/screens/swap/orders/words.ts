// Prices, distances and intervals of orders in words, for all screens that show orders.
import type { Order } from '../../../data/orders.ts';
import { subtractText } from '../../../exact/amount.ts';
import { brief, divide, percent, written } from '../../../exact/figures.ts';
import type { Level } from '../../../market/chart/lines.ts';
import { t } from '../../../words/words.ts';
import { distanceSeen, inverted, PRICE_DECIMALS } from './limit.ts';
import { type Terms, unitOf } from './order-state.ts';

/** Says how far a limit is from the price after fees, which is what an order receives, or from the market price. */
export function awayWords(distance: string, from: 'away' | 'market' = 'away'): string {
  if (!/[1-9]/.test(distance)) return t(`orders.${from}.same`);
  const far = { part: percent(distance.replace('-', '')) };
  return distance.startsWith('-') ? t(`orders.${from}.below`, far) : t(`orders.${from}.above`, far);
}

/** Like `awayWords`, but of the inverted prices if prices are shown inverted: a limit above the price is then below it. */
export function awayOf(distance: string, isInverse: boolean, from: 'away' | 'market' = 'away'): string {
  const far = distanceSeen(distance, isInverse);
  return awayWords(distance.startsWith('-') === isInverse ? far : `-${far}`, from);
}

export function everyWords(seconds: number): string {
  const [unit, length] = unitOf(seconds);
  return t(`orders.every.${unit}`, { count: seconds / length });
}

/** Values for a text such as "100 USD for one TON": the price with its token, and the token that it is the price of. */
export function priceValues({ pay, receive, limit, isInverse }: Terms, price = limit?.price ?? '0') {
  const [base, told] = isInverse ? [receive, pay] : [pay, receive];
  return { base: base.symbol, price: `${written(price)} ${told.symbol}` };
}

/** The trigger price of a stop: tokenB for one tokenA. */
export const triggerOf = ({ triggerBelow, triggerAbove }: Order): string | null => triggerBelow ?? triggerAbove;

/** A stop's limit below this fraction of its trigger counts as none: the API requires a limit, so the form sends the lowest. */
const FAR = '0.001';
export function limitOf(order: Order): string | null {
  const [price, trigger] = [priceInB(order), triggerOf(order)];
  const isFar = price !== null && trigger !== null && subtractText(divide(price, trigger), FAR).startsWith('-');
  return isFar ? null : price;
}

/** The limit as tokenB for one tokenA; the exchange tells that of an exact amount the other way round. */
function priceInB({ amountA, amountB, price }: Order): string | null {
  return amountB === null ? price : divide(amountB, amountA, PRICE_DECIMALS);
}

/** The average price of the fills as tokenB for one tokenA. */
export function averageOf({ amountB, averagePrice, filledA, receivedB }: Order): string | null {
  if (amountB === null || averagePrice === null) return averagePrice;
  return divide(receivedB, filledA, PRICE_DECIMALS);
}

/** How much of an order is filled, in the token in which its size is counted: one that buys an exact amount is counted in that. */
export function progressOf({ amountA, amountB, filledA, receivedB, symbolA, symbolB }: Order) {
  return amountB === null
    ? { filled: filledA, amount: amountA, symbol: symbolA }
    : { filled: receivedB, amount: amountB, symbol: symbolB };
}

/** A price of an order with its tokens, inverted if those of its title are. */
export function priceFor(
  { symbolA, symbolB }: Order,
  price: string,
  isInverse: boolean,
  figure: (price: string) => string = written,
) {
  return isInverse
    ? { price: `${brief(inverted(price))} ${symbolA}`, symbol: symbolB }
    : { price: `${figure(price)} ${symbolB}`, symbol: symbolA };
}

/** Describes the order as traders do: one that offers the quote side of its pair buys, any other sells; a buyer's prices are inverted. */
export function titleOf(order: Order, isBuyer: boolean): string {
  const { symbolA, amountA, amountB, symbolB, minReceived } = order;
  if (amountB !== null) {
    const price = `${brief(divide(amountA, amountB, 36))} ${symbolA}`;
    return t('orders.card.buy.exact', { amount: `${written(amountB)} ${symbolB}`, price });
  }
  const [limit, trigger] = [limitOf(order), triggerOf(order)];
  const told = (price: string): string => brief(isBuyer ? inverted(price) : price);
  const offered = { amount: `${written(amountA)} ${symbolA}`, symbol: symbolB };
  const title =
    limit === null
      ? t(isBuyer ? 'orders.card.buy.market' : 'orders.card', offered)
      : t(isBuyer ? 'orders.card.buy' : 'orders.card.sell', {
          ...offered,
          // Computed from the two amounts, since inverting the limit price would lose digits.
          price: isBuyer ? brief(divide(amountA, minReceived ?? '0', 36)) : told(limit),
        });
  if (order.kind === 'recurring') return t('orders.card.recurring', { count: Number(order.times), order: title });
  return trigger === null ? title : t('orders.card.stop', { price: told(trigger), order: title });
}

/** The line of an open order in the shown direction; none for an order of another pair or without a price. */
export function levelOf(order: Order, [base, quote]: readonly [base: string, quote: string]): readonly Level[] {
  const price = order.triggered ? limitOf(order) : (triggerOf(order) ?? limitOf(order));
  const { orderId, tokenA, tokenB } = order;
  const isBuyer = tokenA === quote && tokenB === base;
  if (price === null || !(isBuyer || (tokenA === base && tokenB === quote))) return [];
  return [{ id: orderId, price: Number(isBuyer ? inverted(price) : price), label: titleOf(order, isBuyer) }];
}
