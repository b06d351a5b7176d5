// The value of an amount in the quote token, shown next to the amount.
import { usePrices } from '../../data/prices.ts';
import { Figure } from '../../exact/Figure.tsx';
import { type PoolPrice, priceAt, type WorthShown, worthShown } from '../../exact/worth.ts';
import { Spoken } from '../../parts/Spoken.tsx';
import { t } from '../../words/words.ts';
import styles from './amount-worth.module.css';
import { Worth } from './Worth.tsx';

/** Renders nothing while the price, the amount (null) or the pool (undefined) is unknown; outside a pair the pool is null. */
export function AmountWorth({
  address,
  amount,
  pool,
}: {
  readonly address: string;
  readonly amount: string | null;
  readonly pool: PoolPrice | null | undefined;
}) {
  const market = usePrices(pool ? [address, pool.jetton0, pool.jetton1] : [address]);
  if (pool === undefined) return null;
  return <ShownWorth worth={worthShown(address, amount, priceAt(address, pool, market))} />;
}

/** `isRough` abbreviates large values, for overviews. */
export function ShownWorth({ worth, isRough = false }: { readonly worth: WorthShown; readonly isRough?: boolean }) {
  if (worth.kind === 'nothing') return null;
  if (worth.kind === 'no-price') return <span className={styles.worth}>{t('worth.none')}</span>;
  return (
    <span className={styles.worth} title={worth.isCurrent || isRough ? undefined : t('worth.average')}>
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
