// A committed transaction in full.

import { useCallback } from 'react';
import { Link } from 'wouter';
import type { GetTransactionOutput } from '#client';
import { usePoolNames } from '../../data/pools.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyLink } from '../../parts/CopyLink.tsx';
import { accountName, Entries } from '../../parts/Entries.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { OneTokenRows } from '../../parts/OneTokenRows.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { moment } from '../../words/ago.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import { sentenceOf, textOf } from '../activity/sentence.ts';
import { Filled } from './Filled.tsx';
import { LogCard } from './log/LogCard.tsx';
import { Neighbours } from './Neighbours.tsx';
import { PoolMoves } from './PoolMoves.tsx';
import { RouteRows } from './RouteRows.tsx';
import styles from './transaction.module.css';

export function Receipt({ done, account }: { readonly done: GetTransactionOutput; readonly account: string }) {
  const tokens = useTokens();
  const pools = usePoolNames();
  const symbolOf = useCallback(
    // An address that is no token's is that of an LP token, which has the address of its pool.
    (token: string) => (tokens.get(token) === null ? 'LP' : tokenOf(tokens, token).symbol),
    [tokens],
  );
  const sentence = textOf(sentenceOf(done, symbolOf, tokens, account));
  const isSwap = done.kind === 'swap';
  return (
    <>
      <p className={styles.above}>
        <T id="transaction.number" values={{ number: <Figure value={String(done.sequence)} /> }} />
      </p>
      <PageTitle title={sentence}>
        <time dateTime={done.createdAt}>{moment(Date.parse(done.createdAt))}</time> · {done.createdAt}
      </PageTitle>
      <div className={styles.columns}>
        <div className={styles.side}>
          {isSwap && <Filled done={done} tokens={tokens} symbolOf={symbolOf} />}
          {isSwap && <RouteRows done={done} symbolOf={symbolOf} pools={pools} />}
          {done.swapped && (
            <Card title={t('transaction.one')}>
              <Rows>
                <OneTokenRows
                  kind={done.kind === 'provide' ? 'provide' : 'refund'}
                  moved={[
                    { token: done.tokenA ?? '', amount: done.amountA ?? '0' },
                    { token: done.tokenB ?? '', amount: done.amountB ?? '0' },
                  ]}
                  swapped={done.swapped}
                  symbolOf={symbolOf}
                />
              </Rows>
            </Card>
          )}
          <Card title={t('transaction.details')}>
            <Rows>
              <Row name={t('transaction.account')}>{done.account}</Row>
              {done.actor !== done.account && done.kind !== 'referral' && (
                <Row name={t('transaction.actor')}>{done.actor}</Row>
              )}
              {done.referrer !== undefined && <Row name={t('transaction.referrer')}>{done.referrer}</Row>}
              {done.to !== undefined && <Row name={t('transaction.to')}>{done.to}</Row>}
              {done.memo !== undefined && <Row name={t('transaction.memo')}>{done.memo}</Row>}
              {done.order !== undefined && done.order !== done.sequence && (
                <Row name={t('transaction.order')}>
                  <Link href={`/tx/${done.order}`}>{t('parts.entries.order', { number: done.order })}</Link>
                </Row>
              )}
              {done.reference !== undefined && <Row name={t('transaction.reference')}>{done.reference}</Row>}
              {done.lpTokens !== undefined && (
                <Row name={t('transaction.lpTokens')}>
                  <Figure value={done.lpTokens} />
                </Row>
              )}
              <Row name={t('transaction.id')}>
                <span className={styles.id}>{done.transactionId}</span>
              </Row>
              <Row name={t('transaction.link')}>
                <CopyLink path={`/tx/${done.transactionId}`} label={t('parts.copy')} />
              </Row>
            </Rows>
          </Card>
        </div>
        <div className={styles.side}>
          {done.pools && <PoolMoves moves={done.pools} tokens={tokens} symbolOf={symbolOf} />}
          <Card>
            <Fold name="entries" title={t('transaction.ledger')}>
              <Entries entries={done.entries} symbolOf={symbolOf} nameOf={(of) => accountName(of, account, pools)} />
            </Fold>
            <Fold name="log" title={t('proof.title')}>
              <LogCard done={done} />
            </Fold>
          </Card>
        </div>
      </div>
      <Neighbours sequence={done.sequence} />
    </>
  );
}
