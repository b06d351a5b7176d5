// What orders say of distances and intervals, wherever they are shown.
import { t } from '../../../words/words.ts';
import { UNITS } from './order-state.ts';

/** How far a limit is from now: above, below or there. */
export function awayWords(distance: string, part: (fraction: string) => string): string {
  if (!/[1-9]/.test(distance)) return t('orders.away.same');
  const far = { part: part(distance.replace('-', '')) };
  return distance.startsWith('-') ? t('orders.away.below', far) : t('orders.away.above', far);
}

export function everyWords(seconds: number): string {
  const unit = (['day', 'hour', 'minute'] as const).find((one) => seconds % UNITS[one] === 0);
  return unit
    ? t(`orders.every.${unit}`, { count: seconds / UNITS[unit] })
    : t('orders.every.second', { count: seconds });
}
