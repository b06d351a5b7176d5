// The side sheet to withdraw liquidity: the ledger pays at least the amounts of the preview, or refuses the request.

import { Sheet } from '../../../parts/Sheet.tsx';
import { t } from '../../../words/words.ts';
import { receivedIn } from './one-token.ts';
import { Both, comparedWords, LpTokens } from './Preview.tsx';
import type { PoolProps } from './pair.ts';
import { SheetDone } from './SheetDone.tsx';
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
        <SheetDone
          title={t('portfolio.withdraw.done')}
          amounts={<Both amounts={receivedIn(state.done.output)} pair={pair} />}
          detail={<LpTokens amount={state.done.output.lpTokensBurned} />}
          compared={comparedWords(isLeast(receivedIn(state.done.output), state.pressed.order))}
          transactionId={state.done.transactionId}
          tookMs={state.ms}
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

type Least = { readonly minToken1?: string | number | undefined; readonly minToken2?: string | number | undefined };

/** True if exactly the requested minimum was returned, which is what the preview showed. */
const isLeast = ([first, second]: readonly [string | null, string | null], { minToken1, minToken2 }: Least): boolean =>
  (first ?? '0') === (minToken1 ?? '0') && (second ?? '0') === (minToken2 ?? '0');
