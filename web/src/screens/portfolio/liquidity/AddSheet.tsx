// The side sheet to add liquidity: the user gets at least the LP tokens of the preview, or the request is refused.

import { useState } from 'react';
import { Sheet } from '../../../parts/Sheet.tsx';
import { t } from '../../../words/words.ts';
import { AddForm } from './AddForm.tsx';
import { useAdding } from './adding.ts';
import { paidIn } from './one-token.ts';
import { Both, comparedWords, LpTokens } from './Preview.tsx';
import type { PoolProps } from './pair.ts';
import { SheetDone } from './SheetDone.tsx';
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
        <SheetDone
          title={t('portfolio.add.done')}
          amounts={<Both amounts={paidIn(state.done.output)} pair={pair} />}
          detail={<LpTokens amount={state.done.output.lpTokensMinted} />}
          compared={comparedWords(state.done.output.lpTokensMinted === state.pressed.order.minLpTokens)}
          transactionId={state.done.transactionId}
          tookMs={state.ms}
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
