// The wave between the amounts paid and received, which ripples when the quote's sequence number changes, and the button that swaps them.
import { SwapIcon } from '../../../shell/icons.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';

export const Waterline = ({ onFlip, ripple }: { onFlip(): void; readonly ripple: number }) => (
  <div className={styles.waterline}>
    <svg key={ripple} viewBox="0 0 528 30" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.wave} d="M0 7C60 0 130 1 200 7S330 13 400 8S490 2 528 6V30H0Z" />
      <path className={styles.crest} d="M0 19C70 26 120 25 190 19S330 13 400 19S490 24 528 19" />
    </svg>
    <button type="button" className={styles.flip} aria-label={t('swap.flip')} onClick={onFlip}>
      <SwapIcon />
    </button>
  </div>
);
