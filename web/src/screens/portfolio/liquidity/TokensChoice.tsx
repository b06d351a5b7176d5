// The choice between adding or withdrawing both tokens or one of them.
import { isOnChain } from '../../../data/chain.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { t } from '../../../words/words.ts';
import type { Only } from './offer.ts';
import type { PairOf } from './pair.ts';
import styles from './sheets.module.css';

export const TokensChoice = ({
  label,
  pair,
  only,
  isDisabled,
  onChoose,
}: {
  readonly label: string;
  readonly pair: PairOf;
  readonly only: Only;
  readonly isDisabled: boolean;
  onChoose(only: Only): void;
}) =>
  // The contracts of a chain cannot take or return one token alone.
  isOnChain ? null : (
    <div className={styles.choice}>
      <span className={styles.soft} aria-hidden="true">
        {label}
      </span>
      <Segments
        label={label}
        value={only}
        isDisabled={isDisabled}
        onChoose={onChoose}
        choices={[
          { value: '', label: t('portfolio.one.both') },
          { value: '0', label: t('portfolio.one.only', { symbol: pair.token0.symbol }) },
          { value: '1', label: t('portfolio.one.only', { symbol: pair.token1.symbol }) },
        ]}
      />
    </div>
  );
