// A token with its price, its pools and the facts about it.

import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { Figure } from '../../exact/Figure.tsx';
import { written } from '../../exact/figures.ts';
import { PriceNow } from '../../market/chart/PriceHead.tsx';
import { Address } from '../../market/figures/Address.tsx';
import { AmountWorth } from '../../market/figures/AmountWorth.tsx';
import { deepestOf } from '../../market/figures/deepest.ts';
import { Worth } from '../../market/figures/Worth.tsx';
import { type MarketToken, useMarketPages } from '../../market/lists/list-state.ts';
import { More } from '../../market/lists/More.tsx';
import { PoolList } from '../../market/lists/PoolList.tsx';
import { ButtonLink } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Change } from '../../parts/Change.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import pool from '../pool/pool.module.css';
import { TokenChart } from './TokenChart.tsx';
import styles from './token.module.css';

type Shown = {
  readonly token: MarketToken;
  readonly quoteToken: Calls['getMarket']['output']['quoteToken'];
};

export function TokenView({ token, quoteToken }: Shown) {
  const { address, symbol } = token;
  const list = useMarketPages('pools', { search: address, sort: 'tvl', order: 'desc' });
  // An address among names would find pools of other tokens too.
  const pools = list.isKnown
    ? list.items.filter(({ jetton0, jetton1 }) => jetton0 === address || jetton1 === address)
    : undefined;
  const deepest = pools && deepestOf(pools);
  return (
    <>
      <TokenHead token={token} />
      <div className={pool.columns}>
        <div className={pool.wide}>
          <PriceLine token={token} quoteToken={quoteToken} />
          {deepest && <TokenChart key={deepest.poolAddress} token={token} pool={deepest} />}
          {deepest === undefined && pools && (
            <Empty title={t('tokens.noPrice')}>{t('tokens.noPrice.text', { symbol })}</Empty>
          )}
        </div>
        <div className={pool.side}>
          <Yours token={token} />
          <Facts token={token} quoteToken={quoteToken} />
        </div>
      </div>
      {pools && pools.length > 0 && (
        <section className={styles.pools} aria-labelledby="its-pools">
          <h2 id="its-pools">{t('tokens.pools', { symbol })}</h2>
          <PoolList pools={pools} quote={list.last?.quoteToken ?? null} />
          {list.more && <More pages={list} shown={pools.length} of="pool" />}
        </section>
      )}
      <ShowCall
        calls={[
          { name: 'getMarket', method: 'GET', input: { list: 'tokens', search: address } },
          { name: 'getMarket', method: 'GET', input: list.input },
        ]}
      />
    </>
  );
}

function TokenHead({ token: { address, symbol, name, status } }: { readonly token: MarketToken }) {
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

function PriceLine({ token, quoteToken }: Shown) {
  return (
    <div className={styles.price}>
      <PriceNow price={token.price} />
      <div className={styles.beside}>
        {quoteToken && <p>{t('market.price.per', { base: token.symbol, quote: quoteToken.symbol })}</p>}
        <p>
          <T id="market.price.day" values={{ change: <Change fraction={token.change24h} /> }} />
        </p>
      </div>
    </div>
  );
}

function Yours({ token }: { readonly token: MarketToken }) {
  const { account } = useMe();
  const held = useBalancesOf([token.address])(token.address);
  return (
    <Card title={t('tokens.balance')} own>
      {account === null ? (
        <p className={pool.softOn}>{t('tokens.balance.signIn')}</p>
      ) : (
        <p className={styles.balance}>
          {held === null ? '…' : <Figure value={held} symbol={token.symbol} />}
          <AmountWorth address={token.address} amount={held} />
        </p>
      )}
    </Card>
  );
}

function Facts({ token, quoteToken }: Shown) {
  return (
    <Card title={t('tokens.details')}>
      <Rows>
        <Row name={t('market.column.volume')}>
          <Worth value={token.volume24h} symbol={quoteToken?.symbol} />
        </Row>
        <Row name={t('market.column.tvl')}>
          <Worth value={token.tvl} symbol={quoteToken?.symbol} />
        </Row>
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
