// Totals per token of all changes that match the filter, and links to export these changes.
import { usePoolNames } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { sumOf } from '../../exact/worth.ts';
import { useNarrow } from '../../market/lists/use-narrow.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './activity.module.css';
import { type ActivityQuery, filePath } from './filter.ts';
import { useTotals } from './totals.ts';

export function Totals({ asked }: { readonly asked: ActivityQuery }) {
  const { data, isPlaceholderData, isFetching, refetch } = useTotals(asked);
  const pools = usePoolNames();
  const isNarrow = useNarrow();
  const isOfAll = asked.all !== undefined;
  return (
    <Card className={styles.totals}>
      <details open={!isNarrow}>
        <summary>
          <h2>{t('activity.totals')}</h2>
        </summary>
        <div className={isPlaceholderData ? styles.old : ''}>
          <p className={styles.soft}>
            {data
              ? t('activity.totals.count', { count: data.count, sequence: data.sequence })
              : t('activity.totals.counting')}{' '}
            {isOfAll && data && (
              <LinkButton disabled={isFetching} onClick={() => refetch()}>
                {t(isFetching ? 'activity.totals.counting' : 'activity.totals.again')}
              </LinkButton>
            )}
          </p>
          <ul className={styles.sums}>
            {data?.tokens.map(({ token, symbol, in: came, out, fees }) => {
              const paid = sumOf([fees.lp, fees.protocol, fees.ref]);
              return (
                <li key={token}>
                  <strong>
                    {symbol === 'LP' ? t('activity.totals.lp', { pool: pools.get(token) ?? '…' }) : symbol}
                  </strong>
                  <dl>
                    <Sum name={t('activity.totals.in')} value={came} sign="+" />
                    <Sum name={t('activity.totals.out')} value={out} sign="−" />
                    <Sum name={t('activity.totals.fees')} value={paid} sign="" />
                  </dl>
                </li>
              );
            })}
          </ul>
        </div>
        <p className={styles.files}>
          <T id="activity.totals.files" components={{ csv: download(asked, 'csv'), json: download(asked, 'ndjson') }} />
        </p>
      </details>
    </Card>
  );
}

const download = (asked: ActivityQuery, format: 'csv' | 'ndjson') => (
  // biome-ignore lint/a11y/useAnchorContent: the catalogue has its text
  <a href={filePath(asked, format)} download={`activity.${format}`} />
);

/** Renders nothing if the sum is zero. */
const Sum = ({ name, value, sign }: { readonly name: string; readonly value: string; readonly sign: string }) =>
  /[1-9]/.test(value) && (
    <div>
      <dt>{name}</dt>
      <dd>
        {sign}
        <Figure value={value} />
      </dd>
    </div>
  );
