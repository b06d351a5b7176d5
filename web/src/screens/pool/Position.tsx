// The user's position in the pool, and what it would return now.

import { useMe } from '../../data/account.ts';
import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { inPercent, partsOf } from '../../exact/figures.ts';
import { AmountWorth } from '../../market/figures/AmountWorth.tsx';
import { Row } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import { OwnPosition, type Sheet } from './OwnPosition.tsx';
import styles from './pool.module.css';

export function Position({ stats, onOpen }: { readonly stats: PoolStats; onOpen(sheet: Sheet): void }) {
  const { account } = useMe();
  const { jetton0, jetton1, symbol0, symbol1, status } = stats;
  const asked = { enabled: account !== null, keepsPrevious: true };
  const { data: held, isPending } = useCall('getLPPosition', { jetton0, jetton1 }, asked);
  const { data: share } = useCall('getLPAccountData', { jetton0, jetton1 }, asked);
  return (
    <OwnPosition
      {...{ status, isPending, onOpen }}
      hasSome={held && !isZero(held.lpTokens)}
      note={t('pool.position.exact')}
    >
      {held && (
        <>
          <Row name={t('pool.position.share')}>
            {share === undefined ? '…' : <Share value={share.sharePercentage} />}
          </Row>
          <Row name={t('pool.position.returns')}>
            <span className={styles.two}>
              <Figure value={held.returns0} symbol={symbol0} />
              <AmountWorth address={jetton0} amount={held.returns0} pool={stats} />
              <Figure value={held.returns1} symbol={symbol1} />
              <AmountWorth address={jetton1} amount={held.returns1} pool={stats} />
            </span>
          </Row>
          <Row name={t('pool.position.fees')}>
            <Figure value={held.feesValue} symbol={symbol1} signed />
          </Row>
        </>
      )}
    </OwnPosition>
  );
}

/** A percentage with four significant digits; the title has all of them. */
function Share({ value }: { readonly value: string }) {
  const { head, tail } = partsOf(value);
  return (
    <span className={styles.serif} title={inPercent(`${head}${tail}`)}>
      {inPercent(head)}
    </span>
  );
}
