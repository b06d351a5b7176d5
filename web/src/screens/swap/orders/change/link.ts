// The link to the order form, filled with the values of an order that its owner wants to change.
import { isBuying } from '../../../../data/direction.ts';
import type { Order } from '../../../../data/orders.ts';
import type { TokenInfo } from '../../../../data/token-info.ts';
import type { Tokens } from '../../../../data/tokens.ts';
import { asTyped, subtractText, textOf, unitsOf } from '../../../../exact/amount.ts';
import { divide } from '../../../../exact/figures.ts';
import { inverted, maxPaidOf, minReceivedOf, PRICE_DECIMALS, relativeDifference } from '../limit.ts';
import { unitOf } from '../order-state.ts';
import { limitOf, triggerOf } from '../words.ts';

export const changeHref = (order: Order, tokens: Tokens): string =>
  `/?${new URLSearchParams(changeQuery(order, isBuying(order, tokens), tokens))}`;

/** The form's fields; those that an order of its kind does not have keep their defaults. */
export function changeQuery(order: Order, isInverse: boolean, tokens: Tokens): Record<string, string> {
  const { orderId, kind, tokenA, tokenB, left, parts } = order;
  const [limit, trigger] = [limitOf(order), triggerOf(order)];
  return {
    ...{ mode: kind, pay: tokenA, receive: tokenB, ...sizeLeft(order), change: orderId, left },
    ...(limit !== null && { price: asTyped(limitAsTyped(order, isInverse, tokens)) }),
    ...(kind !== 'limit' && limit !== null && { limit: 'yes' }),
    ...(!parts && { whole: 'yes' }),
    ...(order.maxSlippage !== null && { guard: divide(order.maxSlippage, '0.01', 4) }),
    ...(trigger !== null && {
      stop: asTyped(triggerAsTyped(trigger, isInverse)),
      when: (order.triggerBelow !== null) !== isInverse ? 'below' : 'above',
      over: divide(String(order.over ?? 0), '60', 6),
    }),
    ...(order.every === null
      ? { ends: 'custom', until: localMinute(order.expiresAt) }
      : scheduleOf(order, order.every)),
  };
}

/** The size that the form takes over from an order: what is left or, if it buys an exact amount, what it lacks of that. */
export const sizeLeft = ({ amountB, receivedB, left }: Order) =>
  amountB === null
    ? { side: 'pay', amount: asTyped(left) }
    : { side: 'receive', amount: asTyped(subtractText(amountB, receivedB)) };

function scheduleOf(order: Order, everySeconds: number) {
  const [unit, seconds] = unitOf(everySeconds);
  return { times: partsLeft(order), every: String(Math.ceil(everySeconds / seconds)), unit };
}

/** How many parts of a recurring order are not sold yet; at least two, as the form needs. */
export const partsLeft = (order: Parts): string => String(Math.max(2, unsoldParts(order)));

type Parts = Pick<Order, 'left' | 'amountA' | 'times'>;

function unsoldParts({ left, amountA, times }: Parts): number {
  // A millionth of a part is what rounding left for the last one.
  return Math.ceil(Number(divide(left, divide(amountA, String(times ?? 1), 36), 6)));
}

/** When the next part of a recurring order is due; null if it is due already, or for other orders. */
export function nextPartMs(order: Parts & Pick<Order, 'every' | 'createdAt'>, nowMs: number): number | null {
  const { times, every, createdAt } = order;
  if (times === null || every === null) return null;
  const dueMs = Date.parse(createdAt) + (times - unsoldParts(order)) * every * 1000;
  return dueMs > nowMs ? dueMs : null;
}

/** The price with the fewest digits that gives the order's limit to the unit, which is the one that its owner typed. */
function limitAsTyped(order: Order, isInverse: boolean, tokens: Tokens): string {
  const { amountA, amountB, minReceived } = order;
  const [pay, receive] = [tokens.get(order.tokenA), tokens.get(order.tokenB)] as (TokenInfo | undefined)[];
  const least = minReceived ?? '0';
  const exact = isInverse ? divide(amountA, least, PRICE_DECIMALS) : divide(least, amountA, PRICE_DECIMALS);
  if (!pay || !receive) return exact;
  const sides = { pay, receive, isInverse };
  const isSame = (typed: string): boolean =>
    amountB === null
      ? unitsOf(minReceivedOf(amountA, typed, sides), receive.decimals) === unitsOf(least, receive.decimals)
      : unitsOf(maxPaidOf(amountB, typed, sides), pay.decimals) === unitsOf(amountA, pay.decimals);
  return shortest(exact, isSame);
}

/** Prices of triggers are told with 18 digits; turned round, the owner's has fewer. */
const triggerAsTyped = (trigger: string, isInverse: boolean): string =>
  isInverse
    ? shortest(divide('1', trigger, PRICE_DECIMALS), (typed) =>
        /^-?0(\.0{15}\d*)?$/.test(relativeDifference(inverted(typed), trigger) ?? ''),
      )
    : trigger;

/** The number with the fewest significant digits, rounded up or down from `exact`, that is as good. */
function shortest(exact: string, isSame: (typed: string) => boolean): string {
  const [whole = '0', fraction = ''] = exact.split('.');
  const digits = `${whole}${fraction}`;
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  for (let kept = leading + 1; kept < digits.length; kept++) {
    const cut = BigInt(digits.slice(0, kept));
    for (const units of [cut, cut + 1n]) {
      const typed = textOf(units * 10n ** BigInt(digits.length - kept), fraction.length);
      if (units > 0n && isSame(typed)) return typed;
    }
  }
  return exact;
}

/** In the reader's time zone, as a `datetime-local` input has it. */
function localMinute(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
