// The user's position in a pool on the chain, and what it would return now.
import { useMe } from '../../data/account.ts';
import { useCall } from '../../data/use.ts';
import { signsItself } from '../../data/wallet/own.ts';
import { isZero } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide, percent } from '../../exact/figures.ts';
import { Row } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import { OwnPosition, type Sheet } from '../pool/OwnPosition.tsx';
import styles from '../pool/pool.module.css';
import type { ChainPool } from './pools.ts';
import { Staged } from './Staged.tsx';

export function OwnLiquidity({ pool, onOpen }: { readonly pool: ChainPool; onOpen(sheet: Sheet): void }) {
  const { account } = useMe();
  const { jetton0, jetton1, symbol0, symbol1, status } = pool;
  const { data: held, isPending } = useCall('getLPAccountData', { jetton0, jetton1 }, { enabled: account !== null });
  return (
    <OwnPosition
      {...{ status, isPending, onOpen }}
      hasSome={held && !isZero(held.lpTokenBalance)}
      notice={signsItself(account) && <Staged wallet={account} pool={pool} />}
    >
      {held && (
        <>
          <Row name={t('pool.position.share')}>{percent(divide(held.sharePercentage, '100', 20))}</Row>
          <Row name={t('pool.position.returns')}>
            <span className={styles.two}>
              <Figure value={held.token1Balance} symbol={symbol0} />
              <Figure value={held.token2Balance} symbol={symbol1} />
            </span>
          </Row>
        </>
      )}
    </OwnPosition>
  );
}
