// The switch that pauses the placing of new orders.
import { server } from '../../../data/server.ts';
import { useCall } from '../../../data/use.ts';
import { useHold } from '../../../parts/hold.tsx';
import { t } from '../../../words/words.ts';
import { ModeSwitch } from './ModeSwitch.tsx';

export function Placing() {
  const status = useCall('getStatus', {});
  const placing = status.data?.orders?.placing;
  useHold(status.isPending);
  if (placing === undefined) return null;
  return (
    <ModeSwitch
      label={t('operator.orders.placing')}
      modes={['on', 'paused'] as const}
      nameOf={(mode) => t(`operator.orders.placing.${mode}`)}
      value={placing === 'off' ? 'paused' : placing}
      hint={t('operator.orders.placing.text', { placing })}
      isDisabled={placing === 'off'}
      set={(mode) => server.setOrders({ orders: mode === 'on' ? 'on' : 'off' })}
      readBy="getStatus"
    />
  );
}
