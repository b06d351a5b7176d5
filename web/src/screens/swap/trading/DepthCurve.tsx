// The depth as a curve: what can be sold down to each price on the left, and bought up to each price on the right.
import { brief, rough } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import { curveOf, type Level } from './depth.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

type Depth = { readonly asks: readonly Level[]; readonly bids: readonly Level[]; readonly pair: ShownPair };

export function DepthCurve({ asks, bids, pair }: Depth) {
  const curve = curveOf(asks, bids);
  if (curve === null) return null;
  const best = [bids[0], asks[0]].flatMap((level) => (level ? [brief(level.price)] : []));
  return (
    <figure className={styles.curve}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={sentence({ asks, bids, pair })}>
        {(['bids', 'asks'] as const).map((side) => (
          <g key={side} className={styles[side]}>
            <path className={styles.area} d={curve[side] && `${curve[side]}V100Z`} />
            <path className={styles.line} d={curve[side]} />
          </g>
        ))}
      </svg>
      <span className={styles.most} aria-hidden="true">
        {rough(curve.most)} {pair[0].symbol}
      </span>
      <figcaption aria-hidden="true">
        <span>{brief(curve.low)}</span>
        <span>{best.join(' – ')}</span>
        <span>{brief(curve.high)}</span>
      </figcaption>
    </figure>
  );
}

function sentence({ asks, bids, pair: [base, quote] }: Depth): string {
  const said = (side: 'buy' | 'sell', last: Level | undefined) =>
    last &&
    t(`trading.depth.${side}`, {
      amount: `${brief(last.total)} ${base.symbol}`,
      price: `${brief(last.price, 6)} ${quote.symbol}`,
    });
  return [said('sell', bids.at(-1)), said('buy', asks.at(-1))].filter(Boolean).join(' ');
}
