// What the order will do, in the sentence that stays in view with its button.
import { written } from '../../../exact/figures.ts';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import { replacesWords } from './change/Changing.tsx';
import type { Terms } from './order-state.ts';
import { minutesOf } from './stop.ts';
import type { Ordering } from './use-order.ts';
import { everyWords, priceValues } from './words.ts';

type Saying = Pick<Ordering, 'quote' | 'nowMs' | 'changed'> & { readonly terms: Terms };

export const OrderSays = (saying: Saying) => (
  <small>
    {sentencesOf(saying)} {saying.changed?.order && replacesWords(saying.changed.order, saying.nowMs)}
  </small>
);

function sentencesOf({ terms, quote, nowMs }: Saying): string {
  const { pay, amount: sold, schedule, stop, limit, isInverse } = terms;
  const amount = `${written(sold)} ${pay.symbol}`;
  if (schedule) {
    const { times, everySeconds, part } = schedule;
    return t(isInverse ? 'orders.says.repeats.buy' : 'orders.says.repeats', {
      amount,
      count: times,
      part: `${written(part)} ${pay.symbol}`,
      every: everyWords(everySeconds),
      time: minute(nowMs + (times - 1) * everySeconds * 1000),
    });
  }
  if (terms.isExact) return exactSentences(terms, amount);
  if (!stop) return t(isInverse ? 'orders.says.buys' : 'orders.says.sells', { amount, ...priceValues(terms) });
  const minutes = minutesOf(stop.overMinutes, quote);
  const waits = t(stop.when === 'below' ? 'orders.says.stop.below' : 'orders.says.stop.above', {
    minutes: minutes ?? 0,
    ...priceValues(terms, stop.price),
  });
  const market = isInverse ? 'orders.says.stop.market.buy' : 'orders.says.stop.market';
  const limited = isInverse ? 'orders.says.stop.limit.buy' : 'orders.says.stop.limit';
  const then = t(limit ? limited : market, { amount, ...priceValues(terms) });
  return minutes === null ? then : `${waits} ${then}`;
}

function exactSentences(terms: Terms, amount: string): string {
  const { receive, limit, isInverse } = terms;
  const bought = { amount: `${written(limit?.minReceived ?? '0')} ${receive.symbol}`, ...priceValues(terms) };
  const buys = t(isInverse ? 'orders.says.exact.buys' : 'orders.says.exact.sells', bought);
  return `${buys} ${t('orders.says.exact.aside', { amount })}`;
}
