// What the filter comes to, token by token, and all of it as files.
import { usePoolNames } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { sumOf } from '../../exact/worth.ts';
import { useNarrow } from '../../market/lists/use-narrow.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import styles from './activity.module.css';
import { type Asked, filePath } from './filter.ts';
import { useTotals } from './totals.ts';

export function Totals({ asked }: { readonly asked: Asked }) {
  const { data, isPlaceholderData, isFetching, refetch } = useTotals(asked);
  const pools = usePoolNames();
  const isNarrow = useNarrow();
  const isOfAll = asked.all !== undefined;
  return (
    <Card className={styles.totals}>
      <details open={!isNarrow}>
        <summary>
          <h2>Totals of this filter</h2>
        </summary>
        <div className={isPlaceholderData ? styles.old : ''}>
          <p className={styles.soft}>
            {data ? (
              <>
                <Figure value={String(data.count)} /> {data.count === 1 ? 'change' : 'changes'}, up to no.{' '}
                <Figure value={String(data.sequence)} />.{' '}
              </>
            ) : (
              'Counting.'
            )}
            {isOfAll && data && (
              <LinkButton disabled={isFetching} onClick={() => refetch()}>
                {isFetching ? 'Counting' : 'Count again'}
              </LinkButton>
            )}
          </p>
          <ul className={styles.sums}>
            {data?.tokens.map(({ token, symbol, in: came, out, fees }) => {
              const paid = sumOf([fees.lp, fees.protocol, fees.ref]);
              return (
                <li key={token}>
                  <strong>{symbol === 'LP' ? `LP of ${pools.get(token) ?? '…'}` : symbol}</strong>
                  <dl>
                    <Sum name="Came in" value={came} sign="+" />
                    <Sum name="Went out" value={out} sign="−" />
                    <Sum name="Fees of swaps" value={paid} sign="" />
                  </dl>
                </li>
              );
            })}
          </ul>
        </div>
        <p className={styles.files}>
          All of it as a file:{' '}
          <a href={filePath(asked, 'csv')} download="activity.csv">
            CSV
          </a>
          <a href={filePath(asked, 'ndjson')} download="activity.ndjson">
            JSON
          </a>
        </p>
      </details>
    </Card>
  );
}

/** Of nothing, nothing is said. */
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
