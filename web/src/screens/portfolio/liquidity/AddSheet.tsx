// The side sheet that adds liquidity: the preview is what will be written, or nothing is.
import { useState } from 'react';
import { Sheet } from '../../../parts/Sheet.tsx';
import { AddForm } from './AddForm.tsx';
import { useAdding } from './adding.ts';
import { Done } from './Done.tsx';
import type { PoolProps } from './pair.ts';
import { SheetHead } from './SheetHead.tsx';

export default function AddSheet({ onClose, ...pool }: PoolProps & { onClose(): void }) {
  const adding = useAdding(pool);
  const { pair, pressing } = adding;
  const [round, setRound] = useState(0);
  const close = () => {
    adding.leave();
    onClose();
  };
  const { state, pressed } = pressing;
  return (
    <Sheet title="Add liquidity" onClose={close}>
      <SheetHead pair={pair} />
      {state.kind === 'done' ? (
        <Done
          result={{
            title: 'You added',
            amounts: [state.done.token1Amount, state.done.token2Amount],
            lpTokens: state.done.lpTokensMinted,
            isAsPreviewed: state.done.lpTokensMinted === pressed?.input.minLpTokens,
            transactionId: state.transactionId,
            tookMs: state.tookMs,
          }}
          pair={pair}
          more="Add more"
          onMore={() => {
            pressing.clear();
            setRound(round + 1);
          }}
          onClose={close}
        />
      ) : (
        <AddForm key={round} adding={adding} pool={pool} />
      )}
    </Sheet>
  );
}
