// Quoted, filled, difference: what was promised beside what was done.
import type { GetTransactionOutput } from '#client';
import { ofTab, quoteName } from '../../data/stored.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide } from '../../exact/figures.ts';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { type Amounts, differenceOf, quotedOf } from './quoted.ts';
import styles from './transaction.module.css';

type Told = { readonly done: GetTransactionOutput; symbolOf(token: string): string };

export function Filled({ done, symbolOf }: Told) {
  const filled = { amountA: done.amountA ?? '0', amountB: done.amountB ?? '0' };
  const quoted = quotedOf(ofTab.getItem(quoteName(done.transactionId)));
  const row = (name: string, { amountA, amountB }: Amounts) => (
    <Row name={name}>
      <Figure className={styles.line} value={amountA} symbol={symbolOf(done.tokenA ?? '')} />
      <Figure className={styles.line} value={amountB} symbol={symbolOf(done.tokenB ?? '')} />
    </Row>
  );
  return (
    <Card title={quoted ? 'The quote is the fill' : 'The fill'}>
      <Rows>
        {quoted && row('Quoted', quoted)}
        {row('Filled', filled)}
        {quoted && row('Difference', differenceOf(quoted, filled))}
        <Row name="Rate, fees included">
          1 {symbolOf(done.tokenA ?? '')} ={' '}
          <Figure value={divide(filled.amountB, filled.amountA, 12)} symbol={symbolOf(done.tokenB ?? '')} />
        </Row>
      </Rows>
    </Card>
  );
}
