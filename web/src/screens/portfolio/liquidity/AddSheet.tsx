// The side sheet to add liquidity: exactly the preview is committed, or nothing.

import { useState } from 'react';
import { Sheet } from '../../../parts/Sheet.tsx';
import { t } from '../../../words/words.ts';
import { AddForm } from './AddForm.tsx';
import { useAdding } from './adding.ts';
import { Done } from './Done.tsx';
import { paidIn } from './one-token.ts';
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
  const { state } = pressing;
  return (
    <Sheet title={t('portfolio.add')} onClose={close}>
      <SheetHead pair={pair} />
      {state.kind === 'done' ? (
        <Done
          result={{
            title: t('portfolio.add.done'),
            amounts: paidIn(state.done.output),
            lpTokens: state.done.output.lpTokensMinted,
            isAsPreviewed: state.done.output.lpTokensMinted === state.pressed.order.minLpTokens,
            transactionId: state.done.transactionId,
            tookMs: state.ms,
          }}
          pair={pair}
          more={t('portfolio.add.more')}
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
