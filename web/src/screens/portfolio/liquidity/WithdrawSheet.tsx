// The side sheet that withdraws liquidity: the preview is what will be paid, or nothing is.
import { Sheet } from '../../../parts/Sheet.tsx';
import { Done } from './Done.tsx';
import type { PoolProps } from './pair.ts';
import { SheetHead } from './SheetHead.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';
import { useWithdrawing } from './withdrawing.ts';

export default function WithdrawSheet({ onClose, ...pool }: PoolProps & { onClose(): void }) {
  const withdrawing = useWithdrawing(pool);
  const { pair, pressing } = withdrawing;
  const { state, pressed } = pressing;
  const close = () => {
    withdrawing.leave();
    onClose();
  };
  return (
    <Sheet title="Withdraw liquidity" onClose={close}>
      <SheetHead pair={pair} />
      {state.kind === 'done' ? (
        <Done
          result={{
            title: 'You received',
            amounts: [state.done.token1Amount, state.done.token2Amount],
            lpTokens: state.done.lpTokensBurned,
            isAsPreviewed:
              state.done.token1Amount === pressed?.input.minToken1 &&
              state.done.token2Amount === pressed.input.minToken2,
            transactionId: state.transactionId,
            tookMs: state.tookMs,
          }}
          pair={pair}
          more="Withdraw more"
          onMore={pressing.clear}
          onClose={close}
        />
      ) : (
        <WithdrawForm withdrawing={withdrawing} pool={pool} />
      )}
    </Sheet>
  );
}
