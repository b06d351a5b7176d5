// A pool's price over the last day as a small step line, loaded when it scrolls into view.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../data/now.ts';
import { askFor } from '../../data/use.ts';
import { brief } from '../../exact/figures.ts';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';
import { few } from './few.ts';
import { pathOf, spanOf, stepsOf } from './steps.ts';
import { useSeen } from './use-seen.ts';
import { INTERVALS } from './windows.ts';

const [WIDTH, HEIGHT] = [96, 28];
const STEPS = 24;
const HOUR = INTERVALS['1h'];
const inTurn = few(4);

type Shown = {
  readonly jetton0: string;
  readonly jetton1: string;
  /** Null if unknown: the line then ends with the last candle. */
  readonly price: string | null;
  /** An empty pool has no price. */
  readonly isEmpty?: boolean;
  /** The two symbols, for screen readers. */
  readonly label: string;
};

export function Sparkline({ jetton0, jetton1, price, isEmpty = price === null, label }: Shown) {
  const [box, isSeen] = useSeen<HTMLSpanElement>();
  const toMs = useNow(HOUR);
  const fromMs = toMs - STEPS * HOUR;
  const input = { jetton0, jetton1, interval: '1h', from: new Date(fromMs).toISOString() } as const;
  const { data } = useQuery({
    queryKey: ['getCandles', input],
    queryFn: ({ signal }) => inTurn(() => askFor('getCandles', input, signal), signal),
    enabled: isSeen && !isEmpty,
  });
  const steps = data
    ? stepsOf(data.candles, { stepMs: HOUR, fromMs, toMs }, price ?? (data.candles.length > 0 ? null : '1'))
    : [];
  const span = spanOf(steps);
  const path = pathOf(
    steps.map((step) => step.price),
    WIDTH,
    HEIGHT,
  );
  return (
    <span ref={box} className={styles.spark}>
      {span && (
        <svg
          role="img"
          aria-label={
            data?.candles.length
              ? t('market.spark', { pair: label, first: brief(span.first), last: brief(span.last) })
              : t('market.spark.none', { pair: label })
          }
          width={WIDTH}
          height={HEIGHT + 4}
          viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        >
          <path d={`${path}V${HEIGHT + 2}H0Z`} className={styles.sparkArea} />
          <path d={path} className={styles.sparkLine} />
        </svg>
      )}
    </span>
  );
}
