// Placeholder lines while data is loading.
import { useIsCounting } from '../../data/put-off.ts';
import { Counting } from '../../parts/Failed.tsx';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export const Skeleton = ({ lines, height = 54 }: { readonly lines: number; readonly height?: number }) => (
  <div role="status" aria-busy="true" aria-label={t('market.loading')}>
    {useIsCounting() && <Counting />}
    {Array.from({ length: lines }, (_, at) => (
      <svg
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        key={at}
        className={styles.skeleton}
        width="100%"
        height={height}
        aria-hidden="true"
      >
        <rect x="0" y={height / 2 - 7} width={`${60 + ((at * 17) % 35)}%`} height="14" rx="4" />
      </svg>
    ))}
  </div>
);
