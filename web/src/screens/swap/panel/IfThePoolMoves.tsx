// The choice of how much less to accept if the price moves between quote and press.
import { written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { LESS, type Less } from './order.ts';

export const IfThePoolMoves = ({ value, onChoose }: { readonly value: Less; onChoose(less: Less): void }) => (
  <select
    className={styles.moves}
    aria-label={t('swap.moves')}
    value={value}
    onChange={(event) => onChoose(event.target.value as Less)}
  >
    {LESS.map((less) => (
      <option key={less} value={less}>
        {less === '0' ? t('swap.moves.ask') : t('swap.moves.accept', { part: written(less) })}
      </option>
    ))}
  </select>
);
