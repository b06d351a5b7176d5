// The reader's position in a pool on the chain, and what it would return now.
import { useMe } from '../../data/account.ts';
import { useCall } from '../../data/use.ts';
import { signsItself } from '../../data/wallet/own.ts';
import { isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide, percent } from '../../exact/figures.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from '../pool/pool.module.css';
import type { ChainPool } from './pools.ts';
import { Staged } from './Staged.tsx';

export type Sheet = '' | 'add' | 'withdraw';

export function OwnLiquidity({ pool, onOpen }: { readonly pool: ChainPool; onOpen(sheet: Sheet): void }) {
  const { account, isKnown } = useMe();
  const { jetton0, jetton1, symbol0, symbol1, status } = pool;
  const { data: held, isPending } = useCall('getLPAccountData', { jetton0, jetton1 }, { enabled: account !== null });
  useHold(!isKnown || (account !== null && isPending));
  const hasSome = held !== undefined && !isZero(held.lpTokenBalance);
  return (
    <Card title={t('pool.position')} own className={styles.position}>
      {account === null && <p className={styles.softOn}>{t('pool.position.signIn')}</p>}
      {held !== undefined && !hasSome && <p className={styles.softOn}>{t('pool.position.none')}</p>}
      {hasSome && (
        <Rows>
          <Row name={t('pool.position.share')}>{percent(divide(held.sharePercentage, '100', 20))}</Row>
          <Row name={t('pool.position.returns')}>
            <span className={styles.two}>
              <Figure value={held.token1Balance} symbol={symbol0} />
              <Figure value={held.token2Balance} symbol={symbol1} />
            </span>
          </Row>
        </Rows>
      )}
      {signsItself(account) && <Staged wallet={account} pool={pool} />}
      {account !== null && (
        <div className={styles.both}>
          {status !== 'paused' && (
            <Button primary onClick={() => onOpen('add')}>
              {t('pool.position.add')}
            </Button>
          )}
          {hasSome && <Button onClick={() => onOpen('withdraw')}>{t('pool.position.withdraw')}</Button>}
        </div>
      )}
    </Card>
  );
}
