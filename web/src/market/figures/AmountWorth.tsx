// The value of an amount at the current fair price, shown next to it.
import { usePrices } from '../../data/prices.ts';
import { Figure } from '../../exact/Figure.tsx';
import { type Told, toldOf } from '../../exact/worth.ts';
import { Spoken } from '../../parts/Spoken.tsx';
import { t } from '../../words/words.ts';
import styles from './amount-worth.module.css';
import { Worth } from './Worth.tsx';

/** Renders nothing while the price or the amount (null) is unknown. */
export function AmountWorth({ address, amount }: { readonly address: string; readonly amount: string | null }) {
  return <ToldWorth told={toldOf(address, amount, usePrices([address])(address))} />;
}

/** `isRough` abbreviates large values, for overviews. */
export function ToldWorth({ told, isRough = false }: { readonly told: Told; readonly isRough?: boolean }) {
  if (told.kind === 'nothing') return null;
  if (told.kind === 'no-price') return <span className={styles.worth}>{t('worth.none')}</span>;
  return (
    <span className={styles.worth}>
      <Spoken>{t('worth.about')} </Spoken>
      {told.isLess ? '<' : '≈'}{' '}
      {isRough ? <Worth value={told.value} symbol={told.symbol} /> : <Figure value={told.value} symbol={told.symbol} />}
    </span>
  );
}
