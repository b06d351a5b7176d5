// A transaction that the journal has, in full.

import { useCallback } from 'react';
import type { GetTransactionOutput } from '#client';
import { usePoolNames } from '../../data/pools.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyLink } from '../../parts/CopyLink.tsx';
import { accountName, Entries } from '../../parts/Entries.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { moment } from '../../words/ago.ts';
import { sentenceOf, textOf } from '../activity/sentence.ts';
import { Filled } from './Filled.tsx';
import { Neighbours } from './Neighbours.tsx';
import { PoolMoves } from './PoolMoves.tsx';
import { RouteRows } from './RouteRows.tsx';
import styles from './transaction.module.css';

export function Receipt({ done, account }: { readonly done: GetTransactionOutput; readonly account: string }) {
  const tokens = useTokens();
  const pools = usePoolNames();
  const symbolOf = useCallback(
    // What is written and is no token is the LP token of a pool.
    (token: string) => (tokens.get(token) === null ? 'LP' : tokenOf(tokens, token).symbol),
    [tokens],
  );
  const sentence = textOf(sentenceOf(done, symbolOf));
  const isSwap = done.kind === 'swap';
  return (
    <>
      <p className={styles.above}>
        Transaction no. <Figure value={String(done.sequence)} />
      </p>
      <PageTitle title={sentence}>
        <time dateTime={done.createdAt}>{moment(Date.parse(done.createdAt))}</time> · {done.createdAt}
      </PageTitle>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Card title="What the ledger wrote">
            <Entries entries={done.entries} symbolOf={symbolOf} nameOf={(of) => accountName(of, account, pools)} />
          </Card>
          {done.pools && <PoolMoves moves={done.pools} symbolOf={symbolOf} />}
        </div>
        <div className={styles.side}>
          {isSwap && <Filled done={done} symbolOf={symbolOf} />}
          {isSwap && <RouteRows done={done} symbolOf={symbolOf} pools={pools} />}
          <Card title="Facts">
            <Rows>
              <Row name="Account">{done.account}</Row>
              {done.actor !== done.account && <Row name="Asked for by">{done.actor}</Row>}
              {done.referrer !== undefined && <Row name="Referrer">{done.referrer}</Row>}
              {done.reference !== undefined && <Row name="Reference">{done.reference}</Row>}
              {done.lpTokens !== undefined && (
                <Row name="LP tokens">
                  <Figure value={done.lpTokens} />
                </Row>
              )}
              <Row name="Id">
                <span className={styles.id}>{done.transactionId}</span>
              </Row>
              <Row name="Permanent link">
                <CopyLink path={`/tx/${done.transactionId}`} label="Copy" />
              </Row>
            </Rows>
          </Card>
        </div>
      </div>
      <Neighbours sequence={done.sequence} />
    </>
  );
}
