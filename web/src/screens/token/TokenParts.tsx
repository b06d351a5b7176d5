// Parts of a token's screen that the ledger and a chain share: name, balance, address.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import type { TokenInfo } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { written } from '../../exact/figures.ts';
import type { PoolPrice } from '../../exact/worth.ts';
import { Address } from '../../market/figures/Address.tsx';
import { AmountWorth } from '../../market/figures/AmountWorth.tsx';
import { ButtonLink } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import pool from '../pool/pool.module.css';
import styles from './token.module.css';

type Shown = { readonly token: TokenInfo };
/** The pool at whose price the balance is valued. */
type Valued = Shown & { readonly pool: PoolPrice | null | undefined };

export function TokenHead({ token: { address, symbol, name, status } }: Shown) {
  return (
    <>
      <nav className={pool.crumbs} aria-label={t('pools.breadcrumb')}>
        <Link href="/tokens">{t('tokens.title')}</Link> <span aria-hidden="true">›</span> {symbol}
      </nav>
      <div className={pool.head}>
        <Pebble address={address} symbol={symbol} size={44} />
        <PageTitle
          title={symbol}
          actions={
            status !== 'paused' && (
              <div className={pool.actions}>
                <ButtonLink href={`/?receive=${encodeURIComponent(address)}`} primary>
                  {t('tokens.swap')}
                </ButtonLink>
              </div>
            )
          }
        >
          {name || t('tokens.unnamed')}
        </PageTitle>
      </div>
      {status === 'paused' && (
        <Notice tone="wheat" title={t('tokens.paused')}>
          {t('tokens.paused.text')}
        </Notice>
      )}
    </>
  );
}

export function Yours({ token, pool: at }: Valued) {
  const { account } = useMe();
  const held = useBalancesOf([token.address])(token.address);
  return (
    <Card title={t('tokens.balance')} own>
      {account === null ? (
        <p className={pool.softOn}>{t('tokens.balance.signIn')}</p>
      ) : (
        <p className={styles.balance}>
          {held === null ? '…' : <Figure value={held} symbol={token.symbol} />}
          <AmountWorth address={token.address} amount={held} pool={at} />
        </p>
      )}
    </Card>
  );
}

/** `children` are rows shown above the others. */
export function TokenFacts({ token, children }: Shown & { readonly children?: ReactNode }) {
  return (
    <Card title={t('tokens.details')}>
      <Rows>
        {children}
        <Row
          name={t('tokens.decimals')}
          note={t('tokens.decimals.smallest', { amount: `${written(smallest(token.decimals))} ${token.symbol}` })}
        >
          {token.decimals}
        </Row>
        <Row name={t('tokens.address')}>
          <Address value={token.address} label={t('tokens.address.copy')} />
        </Row>
      </Rows>
    </Card>
  );
}

const smallest = (decimals: number): string => (decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);
