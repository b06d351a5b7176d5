// The head of a pool's screen: its tokens, its fees, and its actions.

import { Link } from 'wouter';
import type { PoolStats } from '../../data/pools.ts';
import { percent } from '../../exact/figures.ts';
import { ThinNotice } from '../../market/figures/Thin.tsx';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

type Headed = Fees &
  Pick<PoolStats, 'jetton0' | 'jetton1' | 'symbol0' | 'symbol1' | 'status' | 'thin' | 'price' | 'marketPrice'>;
type Fees = Pick<PoolStats, 'lpFee' | 'protocolFee' | 'curve' | 'amplification'>;

export function PoolHead({ stats, onAdd }: { readonly stats: Headed; onAdd(): void }) {
  const { jetton0, jetton1, symbol0, symbol1, status } = stats;
  const isPaused = status === 'paused';
  const pair = `pay=${encodeURIComponent(jetton0)}&receive=${encodeURIComponent(jetton1)}`;
  return (
    <>
      <nav className={styles.crumbs} aria-label={t('pools.breadcrumb')}>
        <Link href="/pools">{t('pools.title')}</Link> <span aria-hidden="true">›</span> {symbol0} / {symbol1}
      </nav>
      <div className={styles.head}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={44} />
        <PageTitle
          title={`${symbol0} / ${symbol1}`}
          actions={
            !isPaused && (
              <div className={styles.actions}>
                <ButtonLink href={`/?${pair}`} primary>
                  {t('pool.swap')}
                </ButtonLink>
                <Button onClick={onAdd}>{t('portfolio.add')}</Button>
              </div>
            )
          }
        >
          {feesOf(stats)}
        </PageTitle>
      </div>
      {isPaused && (
        <Notice tone="wheat" title={t('pool.paused')}>
          {t('market.status.paused.text')}
        </Notice>
      )}
      <ThinNotice {...stats} />
      {status === 'hidden' && (
        <Notice tone="wheat" title={t('pool.hidden')}>
          {t('market.status.hidden.text')}
        </Notice>
      )}
    </>
  );
}

function feesOf({ lpFee, protocolFee, curve, amplification }: Fees): string {
  const fees = { lp: rate(lpFee), protocol: rate(protocolFee) };
  return curve === 'stable'
    ? t('pool.fees.stable', { ...fees, amplification: String(amplification) })
    : t('pool.fees', fees);
}

/** A rate without trailing zeros: 0.2%, not 0.20%. */
export const rate = (fraction: string): string => percent(fraction).replace(/[.,]?0+(\s?%)$/, '$1');
