// The value of an amount in the quote token at the current price, shown next to the amount.
import { usePrices } from '../../data/prices.ts';
import { Figure } from '../../exact/Figure.tsx';
import { type WorthShown, worthShown } from '../../exact/worth.ts';
import { Spoken } from '../../parts/Spoken.tsx';
import { t } from '../../words/words.ts';
import styles from './amount-worth.module.css';
import { Worth } from './Worth.tsx';

/** Renders nothing while the price or the amount (null) is unknown. */
export function AmountWorth({ address, amount }: { readonly address: string; readonly amount: string | null }) {
  return <ShownWorth worth={worthShown(address, amount, usePrices([address])(address))} />;
}

/** `isRough` abbreviates large values, for overviews. */
export function ShownWorth({ worth, isRough = false }: { readonly worth: WorthShown; readonly isRough?: boolean }) {
  if (worth.kind === 'nothing') return null;
  if (worth.kind === 'no-price') return <span className={styles.worth}>{t('worth.none')}</span>;
  return (
    <span className={styles.worth}>
      <Spoken>{t('worth.about')} </Spoken>
      {worth.isLess ? '<' : '≈'}{' '}
      {isRough ? (
        <Worth value={worth.value} symbol={worth.symbol} />
      ) : (
        <Figure value={worth.value} symbol={worth.symbol} />
      )}
    </span>
  );
}
