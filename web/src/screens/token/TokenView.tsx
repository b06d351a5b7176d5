// A token with its price, its pools and its facts.

import type { Calls } from '#client';
import { useCall } from '../../data/use.ts';
import { PriceNow } from '../../market/chart/PriceHead.tsx';
import { Averaged } from '../../market/figures/Averaged.tsx';
import { deepestOf } from '../../market/figures/deepest.ts';
import { Worth } from '../../market/figures/Worth.tsx';
import { type MarketPool, type MarketToken, useMarketPages } from '../../market/lists/list-state.ts';
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
import { priceShown } from './price.ts';
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
  const own = useCurrent(deepest);
  const at = priceShown(token, quoteToken, own);
  return (
    <>
      <TokenHead token={token} />
      <div className={pool.columns}>
        <div className={pool.wide}>
          <PriceLine {...{ token, quoteToken, at }} />
          {own && <TokenChart key={own.poolAddress} pool={own} />}
          {deepest === undefined && pools && (
            <Empty title={t('tokens.noPrice')}>{t('tokens.noPrice.text', { symbol })}</Empty>
          )}
        </div>
        <div className={pool.side}>
          <Yours token={token} pool={at.isAverage ? null : pools && (own ?? null)} />
          <TokenFacts token={token}>
            <Row name={t('market.column.volume')}>
              <Worth value={token.volume24h} symbol={quoteToken?.symbol} />
            </Row>
            <Row name={t('market.column.tvl')}>
              <Worth value={token.tvl} symbol={quoteToken?.symbol} />
            </Row>
          </TokenFacts>
          <Averaged of="values" symbol={quoteToken?.symbol} />
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

/** The pool with its price of this moment, which the list may have a moment later. */
function useCurrent(pool: MarketPool | undefined): MarketPool | undefined {
  const pair = { jetton0: pool?.jetton0 ?? '', jetton1: pool?.jetton1 ?? '' };
  const { data } = useCall('getPrice', pair, { enabled: pool !== undefined, keepsPrevious: true });
  const isOfPool = pool && data?.jetton0 === pool.jetton0 && data.jetton1 === pool.jetton1;
  return isOfPool ? { ...pool, price: data.price } : pool;
}

function PriceLine({ token, quoteToken, at }: Shown & { readonly at: ReturnType<typeof priceShown> }) {
  const { price, change, isAverage } = at;
  return (
    <div className={styles.price}>
      <PriceNow price={price} />
      <div className={styles.beside}>
        {quoteToken && <p>{t('market.price.per', { base: token.symbol, quote: quoteToken.symbol })}</p>}
        <p>
          <T id="market.price.day" values={{ change: <Change fraction={change} /> }} />
        </p>
        {isAverage && <p>{t('worth.average')}</p>}
      </div>
    </div>
  );
}
