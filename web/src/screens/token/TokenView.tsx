// A token with its price, its pools and its facts.

import type { Calls } from '#client';
import { PriceNow } from '../../market/chart/PriceHead.tsx';
import { deepestOf } from '../../market/figures/deepest.ts';
import { Worth } from '../../market/figures/Worth.tsx';
import { type MarketToken, useMarketPages } from '../../market/lists/list-state.ts';
import { More } from '../../market/lists/More.tsx';
import { PoolList } from '../../market/lists/PoolList.tsx';
import { Change } from '../../parts/Change.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Row } from '../../parts/Rows.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import pool from '../pool/pool.module.css';
import { TokenChart } from './TokenChart.tsx';
import { TokenFacts, TokenHead, Yours } from './TokenParts.tsx';
import styles from './token.module.css';

type Shown = {
  readonly token: MarketToken;
  readonly quoteToken: Calls['getMarket']['output']['quoteToken'];
};

export function TokenView({ token, quoteToken }: Shown) {
  const { address, symbol } = token;
  const list = useMarketPages('pools', { search: address, sort: 'tvl', order: 'desc' });
  // The search for the address may also find pools of other tokens whose name contains it.
  const pools = list.isKnown
    ? list.items.filter(({ jetton0, jetton1 }) => jetton0 === address || jetton1 === address)
    : undefined;
  useHold(!pools && !list.error);
  const deepest = pools && deepestOf(pools);
  return (
    <>
      <TokenHead token={token} />
      <div className={pool.columns}>
        <div className={pool.wide}>
          <PriceLine token={token} quoteToken={quoteToken} />
          {deepest && <TokenChart key={deepest.poolAddress} pool={deepest} />}
          {deepest === undefined && pools && (
            <Empty title={t('tokens.noPrice')}>{t('tokens.noPrice.text', { symbol })}</Empty>
          )}
        </div>
        <div className={pool.side}>
          <Yours token={token} />
          <TokenFacts token={token}>
            <Row name={t('market.column.volume')}>
              <Worth value={token.volume24h} symbol={quoteToken?.symbol} />
            </Row>
            <Row name={t('market.column.tvl')}>
              <Worth value={token.tvl} symbol={quoteToken?.symbol} />
            </Row>
          </TokenFacts>
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
