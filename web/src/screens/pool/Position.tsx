// The reader's position in the pool, and what it would return now.

import { useMe } from '../../data/account.ts';
import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { inPercent, partsOf } from '../../exact/figures.ts';
import { AmountWorth } from '../../market/figures/AmountWorth.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

export type Sheet = '' | 'add' | 'withdraw';

export function Position({ stats, onOpen }: { readonly stats: PoolStats; onOpen(sheet: Sheet): void }) {
  const { account, isKnown } = useMe();
  const { jetton0, jetton1, symbol0, symbol1 } = stats;
  const asked = { enabled: account !== null, keepsPrevious: true };
  const { data: held, isPending } = useCall('getLPPosition', { jetton0, jetton1 }, asked);
  const { data: share } = useCall('getLPAccountData', { jetton0, jetton1 }, asked);
  useHold(!isKnown || (account !== null && isPending));
  const isPaused = stats.status === 'paused';
  const hasSome = held !== undefined && !isZero(held.lpTokens);
  return (
    <Card title={t('pool.position')} own className={styles.position}>
      {account === null && <p className={styles.softOn}>{t('pool.position.signIn')}</p>}
      {account !== null && held !== undefined && !hasSome && <p className={styles.softOn}>{t('pool.position.none')}</p>}
      {hasSome && (
        <Rows>
          <Row name={t('pool.position.share')}>
            {share === undefined ? '…' : <Share value={share.sharePercentage} />}
          </Row>
          <Row name={t('pool.position.returns')}>
            <span className={styles.two}>
              <Figure value={held.returns0} symbol={symbol0} />
              <AmountWorth address={jetton0} amount={held.returns0} />
              <Figure value={held.returns1} symbol={symbol1} />
              <AmountWorth address={jetton1} amount={held.returns1} />
            </span>
          </Row>
          <Row name={t('pool.position.fees')}>
            <Figure value={held.feesValue} symbol={symbol1} signed />
          </Row>
        </Rows>
      )}
      {account !== null && (
        <div className={styles.both}>
          {!isPaused && (
            <Button primary onClick={() => onOpen('add')}>
              {t('pool.position.add')}
            </Button>
          )}
          {hasSome && <Button onClick={() => onOpen('withdraw')}>{t('pool.position.withdraw')}</Button>}
        </div>
      )}
      {hasSome && <p className={styles.small}>{t('pool.position.exact')}</p>}
    </Card>
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
