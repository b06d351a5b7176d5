// Liquidity in one token, in the order of events: the swap, its fees, and what the pool takes or returns.
import type { ReactNode } from 'react';
import type { GetTransactionOutput } from '#client';
import { Figure } from '../exact/Figure.tsx';
import { T } from '../words/T.tsx';
import { t } from '../words/words.ts';
import styles from './parts.module.css';
import { Row } from './Rows.tsx';

type Amount = { readonly amount: string; readonly token: string };

export function OneTokenRows({
  kind,
  moved,
  swapped: { tokenA, tokenB, amountA, amountB, fees },
  symbolOf,
  children,
}: {
  readonly kind: 'provide' | 'refund';
  /** The amounts of both tokens provided or withdrawn, without the swap. */
  readonly moved: readonly [Amount, Amount];
  readonly swapped: NonNullable<GetTransactionOutput['swapped']>;
  symbolOf(token: string): string;
  /** Further rows about the swap. */
  readonly children?: ReactNode;
}) {
  const [paid, received] = [symbolOf(tokenA), symbolOf(tokenB)];
  const ofPool = (
    <Row name={t(kind === 'provide' ? 'portfolio.one.provided' : 'portfolio.one.withdrawn')}>
      {moved.map(({ amount, token }) => (
        <div key={token}>
          <Figure value={amount} symbol={symbolOf(token)} />
        </div>
      ))}
    </Row>
  );
  return (
    <>
      {kind === 'refund' && ofPool}
      <Row name={t('portfolio.one.swapped')}>
        <T
          id="transaction.hop"
          values={{
            pay: <Figure className={styles.whole} value={amountA} symbol={paid} />,
            receive: <Figure className={styles.whole} value={amountB} symbol={received} />,
          }}
        />
      </Row>
      {children}
      <FeeRow fees={fees} paid={paid} received={received} />
      {kind === 'provide' && ofPool}
    </>
  );
}

type FeeRowProps = {
  readonly fees: { readonly lp: string; readonly protocol: string };
  /** The symbols of the tokens swapped. */
  readonly paid: string;
  readonly received: string;
};

export const FeeRow = ({ fees, paid, received }: FeeRowProps) => (
  <Row name={t('swap.fees')}>
    <div>
      <T id="transaction.fee.lp" values={{ amount: <Figure value={fees.lp} symbol={paid} /> }} />
    </div>
    <div>
      <T id="transaction.fee.protocol" values={{ amount: <Figure value={fees.protocol} symbol={received} /> }} />
    </div>
  </Row>
);
