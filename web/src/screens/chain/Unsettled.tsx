// Swaps that are pending, or that the contracts did not carry out: the activity has only what is done.
import { Link } from 'wouter';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from '../activity/activity.module.css';
import { statusOf, swapWords } from './swap-words.ts';

const LATEST = 20;

export default function Unsettled() {
  const tokens = useTokens();
  const { data } = useCall('getSwaps', { limit: LATEST });
  const open = data?.swaps.filter(({ status }) => status !== 'completed') ?? [];
  if (open.length === 0) return null;
  return (
    <div className={styles.filters}>
      <Card title={t('chain.unsettled')}>
        <Rows>
          {open.map((swap) => (
            <Row
              key={swap.transactionId}
              name={
                <Link href={`/tx/${swap.transactionId}`}>
                  {swapWords(swap, (token) => tokenOf(tokens, token).symbol)}
                </Link>
              }
            >
              {statusOf(swap)}
            </Row>
          ))}
        </Rows>
      </Card>
    </div>
  );
}
