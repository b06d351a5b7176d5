// A swap's quoted amount next to the filled one, and the difference.
import type { GetTransactionOutput } from '#client';
import { inDirection } from '../../data/direction.ts';
import { ofTab, quoteName } from '../../data/stored.ts';
import { type Tokens, tokenOf } from '../../data/tokens.ts';
import { Figure, Rate } from '../../exact/Figure.tsx';
import { divide } from '../../exact/figures.ts';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { T } from '../../words/T.tsx';
import { type Id, t } from '../../words/words.ts';
import { type Amounts, differenceOf, quotedOf } from './quoted.ts';
import styles from './transaction.module.css';

type FilledProps = { readonly done: GetTransactionOutput; readonly tokens: Tokens; symbolOf(token: string): string };

export function Filled({ done, tokens, symbolOf }: FilledProps) {
  const filled = { amountA: done.amountA ?? '0', amountB: done.amountB ?? '0' };
  const quoted = quotedOf(ofTab.getItem(quoteName(done.transactionId)));
  const difference = quoted && differenceOf(quoted, filled);
  const [paid, received] = [
    { ...tokenOf(tokens, done.tokenA ?? ''), amount: filled.amountA },
    { ...tokenOf(tokens, done.tokenB ?? ''), amount: filled.amountB },
  ];
  const [base, told] = inDirection(paid, received);
  const row = (name: string, { amountA, amountB }: Amounts) => (
    <Row name={name}>
      <Figure className={styles.line} value={amountA} symbol={symbolOf(done.tokenA ?? '')} />
      <Figure className={styles.line} value={amountB} symbol={symbolOf(done.tokenB ?? '')} />
    </Row>
  );
  return (
    <Card title={t(titleOf(difference))}>
      <Rows>
        {quoted && row(t('transaction.quoted'), quoted)}
        {row(t('transaction.filled'), filled)}
        {difference && row(t('transaction.difference'), difference)}
        <Row name={t('transaction.rate')}>
          <T
            id="transaction.rate.is"
            values={{
              symbol: base.symbol,
              amount: <Rate value={divide(told.amount, base.amount, 12)} symbol={told.symbol} />,
            }}
          />
        </Row>
      </Rows>
    </Card>
  );
}

function titleOf(difference: Amounts | null): Id {
  if (difference === null) return 'transaction.fill';
  const isNone = difference.amountA === '0' && difference.amountB === '0';
  return isNone ? 'transaction.fill.quoted' : 'transaction.fill.different';
}
