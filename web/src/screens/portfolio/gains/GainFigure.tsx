// One figure of cost or gain; a gain or loss also by its sign.
import { Worth } from '../../../market/figures/Worth.tsx';
import { t } from '../../../words/words.ts';
import type { GainCell } from './cell.ts';
import styles from './gains.module.css';

export function GainFigure({
  cell,
  symbol,
  isGain = false,
}: {
  readonly cell: GainCell;
  readonly symbol?: string | undefined;
  readonly isGain?: boolean;
}) {
  if (cell.kind === 'loading') return <span className={styles.soft}>…</span>;
  if (cell.kind === 'nothing') return <span className={styles.soft}>–</span>;
  if (cell.kind !== 'known') return <span className={styles.soft}>{t(`books.${cell.kind}`)}</span>;
  const { value, isPartial } = cell;
  const sign = !isGain || !/[1-9]/.test(value) ? '' : value.startsWith('-') ? '−' : '+';
  return (
    <span className={styles.figure} {...(isPartial && { title: t('books.partly') })}>
      {sign}
      <Worth value={isGain ? value.replace('-', '') : value} symbol={symbol} />
      {isPartial && <small className={styles.soft}> + {t('books.unknown')}</small>}
    </span>
  );
}
