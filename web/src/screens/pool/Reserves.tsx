// The pool's reserves as two gauges between the low and the high of 30 days.
import type { PoolStats } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { rough, ungrouped, written } from '../../exact/figures.ts';
import type { PoolPrice } from '../../exact/worth.ts';
import { levelOf, ticksOf } from '../../market/chart/gauge.ts';
import { AmountWorth } from '../../market/figures/AmountWorth.tsx';
import { Averaged } from '../../market/figures/Averaged.tsx';
import { Card } from '../../parts/Card.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

type PoolReserves = Pick<
  PoolStats,
  'jetton0' | 'jetton1' | 'reserve0' | 'reserve1' | 'symbol0' | 'symbol1' | 'levels' | 'tvl' | 'quoteToken'
> &
  PoolPrice;

export function Reserves({ stats }: { readonly stats: PoolReserves }) {
  const { jetton0, jetton1, reserve0, reserve1, symbol0, symbol1, levels, tvl, quoteToken } = stats;
  return (
    <Card title={t('pool.reserves')}>
      <div className={styles.gauges}>
        <Gauge
          address={jetton0}
          pool={stats}
          symbol={symbol0}
          value={reserve0}
          low={levels?.low0 ?? null}
          high={levels?.high0 ?? null}
        />
        <Gauge
          address={jetton1}
          pool={stats}
          symbol={symbol1}
          value={reserve1}
          low={levels?.low1 ?? null}
          high={levels?.high1 ?? null}
        />
      </div>
      {quoteToken && (
        <p className={styles.small}>
          <T
            id="worth.tvl"
            values={{ amount: tvl === null ? t('worth.none') : <Figure value={tvl} symbol={quoteToken.symbol} /> }}
          />
        </p>
      )}
      <Averaged of="values" symbol={quoteToken?.symbol} />
      {levels && <p className={styles.small}>{t('pool.reserves.level')}</p>}
    </Card>
  );
}

type Level = {
  readonly address: string;
  readonly symbol: string;
  readonly pool: PoolPrice;
  readonly value: string;
  readonly low: string | null;
  readonly high: string | null;
};

function Gauge({ address, symbol, pool, value, low, high }: Level) {
  return (
    <div className={styles.gauge}>
      <Staff level={levelOf(value, low, high)} move={value} />
      <dl>
        <dt>{symbol}</dt>
        <dd className={styles.level}>
          <Whole value={value} />
        </dd>
        <dd>
          <AmountWorth address={address} amount={value} pool={pool} />
        </dd>
        {low !== null && high !== null && (
          <>
            <dd title={low}>{t('pool.reserves.low', { amount: rough(low) })}</dd>
            <dd title={high}>{t('pool.reserves.high', { amount: rough(high) })}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** The whole part, with the fraction below it. */
function Whole({ value }: { readonly value: string }) {
  const [whole = '', fraction] = value.split('.');
  return (
    <>
      {written(whole)}
      {fraction !== undefined && <span>{ungrouped(`.${fraction}`)}</span>}
    </>
  );
}

const [WIDTH, HEIGHT] = [52, 132];
/** The y positions of the highest and the lowest mark. */
const [TOP, BOTTOM] = [8, 124];
const TICKS = ticksOf(13, 2);

/** Draws the level as water in front of a scale; its surface ripples once when the reserve changes. */
function Staff({ level, move }: { readonly level: number; readonly move: string }) {
  const y = BOTTOM - level * (BOTTOM - TOP);
  const surface = `M0 ${y}Q${WIDTH / 8} ${y - 4} ${WIDTH / 4} ${y}T${WIDTH / 2} ${y}T${(WIDTH * 3) / 4} ${y}T${WIDTH} ${y}`;
  return (
    <svg className={styles.staff} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <rect x="9.5" y="0.5" width="33" height={HEIGHT - 1} rx="2" className={styles.board} />
      {TICKS.map(({ at, isMajor }) => (
        <path key={at} d={`M13 ${BOTTOM - at * (BOTTOM - TOP)}h${isMajor ? 20 : 9}`} className={styles.mark} />
      ))}
      <g key={move} className={styles.water}>
        <path d={`${surface}V${HEIGHT}H0Z`} className={styles.body} />
        <path d={surface} className={styles.surface} />
      </g>
    </svg>
  );
}
