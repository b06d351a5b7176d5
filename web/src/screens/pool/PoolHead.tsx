// Which pool it is, what it charges, and what can be done with it.
import { Link } from 'wouter';
import type { PoolStats } from '../../data/pools.ts';
import { isZero } from '../../exact/amount.ts';
import { percent } from '../../exact/figures.ts';
import { ThinNotice } from '../../market/figures/Thin.tsx';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import styles from './pool.module.css';

export function PoolHead({ stats, onAdd }: { readonly stats: PoolStats; onAdd(): void }) {
  const { jetton0, jetton1, symbol0, symbol1, status } = stats;
  const isPaused = status === 'paused';
  const pair = `pay=${encodeURIComponent(jetton0)}&receive=${encodeURIComponent(jetton1)}`;
  return (
    <>
      <nav className={styles.crumbs} aria-label="Where this is">
        <Link href="/pools">Pools</Link> <span aria-hidden="true">›</span> {symbol0} / {symbol1}
      </nav>
      <div className={styles.head}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={44} />
        <PageTitle
          title={`${symbol0} / ${symbol1}`}
          actions={
            !isPaused && (
              <div className={styles.actions}>
                <ButtonLink href={`/?${pair}`} primary>
                  Swap
                </ButtonLink>
                <Button onClick={onAdd}>Add liquidity</Button>
              </div>
            )
          }
        >
          {feesOf(stats)}
        </PageTitle>
      </div>
      {isPaused && (
        <Notice tone="wheat" title="This pool is paused.">
          It takes no swaps and no new liquidity. Withdrawals go on.
        </Notice>
      )}
      <ThinNotice {...stats} />
      {status === 'hidden' && (
        <Notice tone="wheat" title="This pool is hidden.">
          Lists leave it out; whoever knows its address may trade it.
        </Notice>
      )}
    </>
  );
}

function feesOf({ lpFee, protocolFee, curve, amplification }: PoolStats): string {
  const protocol = isZero(protocolFee) ? '' : `, ${rate(protocolFee)} goes to the protocol`;
  const stable = curve === 'stable' ? `. A stable curve, of amplification ${amplification}` : '';
  return `${isZero(lpFee) ? 'Nothing' : rate(lpFee)} of each swap stays with providers${protocol}${stable}`;
}

/** 0.2 %, without the zeros of 0.20 %. */
export const rate = (fraction: string): string => percent(fraction).replace(/\.?0+ %$/, ' %');
