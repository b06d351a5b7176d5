// The current price with all digits, its change, and the choice of range.
import { Rate } from '../../exact/Figure.tsx';
import { Change } from '../../parts/Change.tsx';
import { Segments } from '../../parts/Choices.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './price.module.css';
import type { ChosenPrice } from './use-price.ts';
import { RANGE_NAMES, type Range } from './windows.ts';

export function PriceHead({
  price,
  change,
  symbol0,
  symbol1,
  chosen,
  onTurn,
}: {
  readonly price: string | null;
  readonly change: string | null;
  readonly symbol0: string;
  readonly symbol1: string;
  readonly chosen: ChosenPrice;
  onTurn?(): void;
}) {
  return (
    <div className={styles.head}>
      <div className={styles.now}>
        <PriceNow price={price} />
        <div className={styles.beside}>
          <p>
            {t('market.price.per', { base: symbol0, quote: symbol1 })}
            {onTurn && <TurnButton {...{ symbol0, symbol1, onTurn }} />}
          </p>
          <p>
            <T id="market.price.day" values={{ change: <Change fraction={change} /> }} />
          </p>
        </div>
      </div>
      <RangeChoice chosen={chosen} />
    </div>
  );
}

type Turning = { readonly symbol0: string; readonly symbol1: string; onTurn(): void };

/** Shows the price in the other direction. */
export const TurnButton = ({ symbol0, symbol1, onTurn }: Turning) => (
  <button
    type="button"
    className={styles.turn}
    aria-label={t('market.price.turn', { base: symbol0, quote: symbol1 })}
    onClick={onTurn}
  >
    <span aria-hidden="true">⇄</span>
  </button>
);

export const RangeChoice = ({ chosen }: { readonly chosen: ChosenPrice }) => (
  <div className={styles.choices}>
    <Segments<Range>
      label={t('market.range')}
      choices={RANGE_NAMES.map((value) => ({ value, label: t(`market.range.${value}`) }))}
      value={chosen.range}
      onChoose={chosen.setRange}
    />
  </div>
);

export const PriceNow = ({ price }: { readonly price: string | null }) => (
  <p className={styles.price}>{price === null ? t('market.price.none') : <Rate value={price} />}</p>
);
