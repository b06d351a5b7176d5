// The side sheet that withdraws liquidity: the preview is what will be paid, or nothing is.

import { Sheet } from '../../../parts/Sheet.tsx';
import { t } from '../../../words/words.ts';
import { Done } from './Done.tsx';
import type { PoolProps } from './pair.ts';
import { SheetHead } from './SheetHead.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';
import { useWithdrawing } from './withdrawing.ts';

export default function WithdrawSheet({ onClose, ...pool }: PoolProps & { onClose(): void }) {
  const withdrawing = useWithdrawing(pool);
  const { pair, pressing } = withdrawing;
  const { state } = pressing;
  const close = () => {
    withdrawing.leave();
    onClose();
  };
  return (
    <Sheet title={t('portfolio.withdraw')} onClose={close}>
      <SheetHead pair={pair} />
      {state.kind === 'done' ? (
        <Done
          result={{
            title: t('portfolio.withdraw.done'),
            amounts: [state.done.output.token1Amount, state.done.output.token2Amount],
            lpTokens: state.done.output.lpTokensBurned,
            isAsPreviewed:
              state.done.output.token1Amount === state.pressed.order.minToken1 &&
              state.done.output.token2Amount === state.pressed.order.minToken2,
            transactionId: state.done.transactionId,
            tookMs: state.ms,
          }}
          pair={pair}
          more={t('portfolio.withdraw.more')}
          onMore={pressing.clear}
          onClose={close}
        />
      ) : (
        <WithdrawForm withdrawing={withdrawing} pool={pool} />
      )}
    </Sheet>
  );
}
