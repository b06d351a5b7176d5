// Drawn over a price chart: the account's open orders and fills, and the step to the price after the swap in the form.
import styles from './chart.module.css';
import { type Level, levelsIn, topOf, type View } from './lines.ts';
import type { Mark } from './marks.ts';
import type { Step } from './steps.ts';

/** The size of a mark; one whose price is out of view is drawn at the edge. */
const SIZE = 6;
/** The most lines of open orders. */
const MOST_LEVELS = 40;

export function Over({
  steps,
  view,
  after,
  marks,
  levels,
}: {
  readonly steps: readonly Step[];
  readonly view: View;
  readonly after: string | undefined;
  readonly marks: readonly Mark[];
  readonly levels: readonly Level[];
}) {
  const { width, height, first, each } = view;
  const y = (price: string): number => topOf(Number(price), view) * height;
  const end = first + steps.length * each;
  return (
    <>
      {levelsIn(levels, view, MOST_LEVELS).map(({ id, top, label, isLabelled }) => (
        <p key={id} className={styles.level} style={{ top: `${top * 100}%` }} aria-hidden="true">
          {isLabelled && <span>{label}</span>}
        </p>
      ))}
      <svg className={styles.drawn} width={width} height={height} aria-hidden="true">
        {after !== undefined && (
          <path className={styles.after} d={`M${end} ${y(steps.at(-1)?.price ?? after)}V${y(after)}H${width}`} />
        )}
        {marks.map(({ step, isBuy, price }) => {
          const to = [first + step * each, Math.min(Math.max(y(price), SIZE), height - SIZE)];
          return (
            <path
              key={`${step} ${isBuy}`}
              className={isBuy ? styles.bought : styles.sold}
              data-mark={isBuy ? 'buy' : 'sell'}
              transform={`translate(${to})`}
              d={isBuy ? 'M0 1L6 11H-6Z' : 'M0 -1L6 -11H-6Z'}
            />
          );
        })}
      </svg>
    </>
  );
}
