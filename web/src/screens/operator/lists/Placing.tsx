// The switch that pauses placing orders, on every node.

import { useState } from 'react';
import type { MillpondError } from '#client';
import { queries, server } from '../../../data/server.ts';
import { useCall } from '../../../data/use.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { useHold } from '../../../parts/hold.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

type Shown = 'on' | 'paused';
const CHOICES: readonly Shown[] = ['on', 'paused'];

export function Placing() {
  const status = useCall('getStatus', {});
  const placing = status.data?.orders?.placing;
  useHold(status.isPending);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly wanted: Shown; readonly error: MillpondError } | null>(null);
  if (placing === undefined) return null;
  const turn = async (wanted: Shown) => {
    if (isBusy) return;
    setBusy(true);
    const error = await server.setOrders({ orders: wanted === 'on' ? 'on' : 'off' }).then(
      () => null,
      (error) => error as MillpondError,
    );
    setFailed(error && { wanted, error });
    await queries.invalidateQueries({ queryKey: ['getStatus'] });
    setBusy(false);
  };
  return (
    <div className={`${styles.choice} ${styles.switch}`}>
      <span>{t('operator.orders.placing')}</span>
      <Segments<Shown>
        label={t('operator.orders.placing')}
        choices={CHOICES.map((value) => ({ value, label: t(`operator.orders.placing.${value}`) }))}
        value={placing === 'off' ? 'paused' : placing}
        onChoose={turn}
        isDisabled={placing === 'off'}
      />
      <p className={styles.soft}>{t('operator.orders.placing.text', { placing })}</p>
      {failed && <Failed error={failed.error} onRetry={() => turn(failed.wanted)} />}
    </div>
  );
}
