// The conditions of a stop in full sentences: how far away its trigger is, and how it is filled then.
import type { QuoteOrderOutput } from '#client';
import { even, percent } from '../../../exact/figures.ts';
import { Notice } from '../../../parts/Notice.tsx';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import { distanceSeen, relativeDifference } from './limit.ts';
import { endsAtMs, type Terms } from './order-state.ts';
import { averageSeen, isOff, type Stop } from './stop.ts';
import type { Ordering } from './use-order.ts';

type Stopping = Pick<Ordering, 'quote' | 'isStale' | 'nowMs'> & { readonly terms: Terms; readonly stop: Stop };

export function StopMessage({ terms, stop, quote, isStale, nowMs }: Stopping) {
  const { when, price, maxSlippage } = stop;
  return (
    <Notice>
      {quote && !isStale && farWords(terms, when, price, quote)}
      {t('orders.says.stop.slices')} {guardWords(maxSlippage, terms.isInverse)}
      {t('orders.says.until', { time: minute(endsAtMs(terms, nowMs)) })}
    </Notice>
  );
}

const guardWords = (maxSlippage: string, isInverse: boolean): string =>
  isOff(maxSlippage)
    ? ''
    : `${t(isInverse ? 'orders.says.stop.guard.buy' : 'orders.says.stop.guard', {
        most: percent(distanceSeen(`-${maxSlippage}`, isInverse)),
      })} `;

/** What a large stop risks. It stays next to the button, which on a phone covers what is further down. */
export const StopWarnings = ({ quote }: Pick<Ordering, 'quote'>) =>
  quote?.warnings.map((warning) => (
    <Notice key={warning} tone="wheat">
      {t(`orders.warns.${warning}`)}
    </Notice>
  ));

/** Says how far the market's average price is from the trigger; nothing if there is no average, of which a warning tells. */
function farWords(terms: Terms, when: Stop['when'], price: string, quote: QuoteOrderOutput): string {
  const average = averageSeen(quote, terms.isInverse);
  if (average === null || quote.triggerDistance === null) return '';
  const now = `${even(average)} ${(terms.isInverse ? terms.pay : terms.receive).symbol}`;
  if (quote.triggerDistance.startsWith('-') || !/[1-9]/.test(quote.triggerDistance))
    return `${t('orders.says.stop.passed', { average: now })} `;
  const part = percent((relativeDifference(price, average) ?? '0').replace('-', ''));
  return `${t(when === 'below' ? 'orders.says.stop.fall' : 'orders.says.stop.rise', { average: now, part })} `;
}
