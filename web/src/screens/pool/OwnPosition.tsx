// The card of the user's position in a pool, of the ledger or on a chain.
import type { ReactNode } from 'react';
import { useMe } from '../../data/account.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

export type Sheet = '' | 'add' | 'withdraw';

type OwnPositionProps = {
  readonly status: string;
  /** True while the position is loading; `hasSome` then says whether it has any LP tokens. */
  readonly isPending: boolean;
  readonly hasSome: boolean | undefined;
  onOpen(sheet: Sheet): void;
  /** Shown above the buttons. */
  readonly notice?: ReactNode;
  /** Shown below the buttons of a position that is not empty. */
  readonly note?: string;
  /** The rows of a position that is not empty. */
  readonly children: ReactNode;
};

export function OwnPosition({ status, isPending, hasSome, onOpen, notice, note, children }: OwnPositionProps) {
  const { account, isKnown } = useMe();
  useHold(!isKnown || (account !== null && isPending));
  return (
    <Card title={t('pool.position')} own className={styles.position}>
      {account === null && <p className={styles.softOn}>{t('pool.position.signIn')}</p>}
      {account !== null && hasSome === false && <p className={styles.softOn}>{t('pool.position.none')}</p>}
      {hasSome && <Rows>{children}</Rows>}
      {notice}
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
      {hasSome && note && <p className={styles.small}>{note}</p>}
    </Card>
  );
}
