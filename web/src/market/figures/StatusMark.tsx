// The status of a pool or a token, where it is not the usual one.
import styles from '../market.module.css';

const SAID = {
  paused: 'It takes no swaps and no new liquidity; withdrawals go on.',
  hidden: 'Left out of lists; whoever knows its address may trade it.',
};

export function StatusMark({ status }: { readonly status: string | undefined }) {
  if (status !== 'paused' && status !== 'hidden') return null;
  return (
    <span className={styles.status} title={SAID[status]}>
      {status}
    </span>
  );
}
