// That the figures are right: the last audit, or how to run one.
import { Card } from '../../parts/Card.tsx';
import styles from './pool.module.css';

export function Proof() {
  return (
    <Card title="Proof">
      <p className={styles.small}>
        Every figure here follows from the journal. <code>npm run millpond -- audit</code> recomputes each balance from
        its first transaction to its last, and says what it finds.
      </p>
    </Card>
  );
}
