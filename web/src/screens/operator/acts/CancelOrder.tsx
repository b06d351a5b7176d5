// Cancels an account's order: shows what is returned, and asks for the reason that the owner will read.

import type { Order } from '../../../data/orders.ts';
import { written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import { TextField } from './ActField.tsx';
import { ActForm } from './ActForm.tsx';
import { cancelEntries } from './entries.ts';

export function CancelOrder({ order }: { readonly order: Order }) {
  const { orderId, order: number, account, tokenA, symbolA, left, triggered } = order;
  const goesBack = (amount: string) => ({ amount: `${written(amount)} ${symbolA}`, account });
  return (
    <ActForm
      call="cancelOrder"
      about={orderId}
      danger
      initial={{ memo: '' }}
      planOf={({ memo }) => ({
        input: { orderId, ...(memo.trim() !== '' && { memo: memo.trim() }) },
        button: t('operator.orders.cancel.one', { number }),
        entries: cancelEntries({ order: number, account, token: tokenA, left, isWaiting: triggered === false }),
        notes: <p>{t('operator.orders.cancel.gives', goesBack(left))}</p>,
      })}
      told={({ returned }) => t('operator.orders.cancel.done', goesBack(returned))}
    >
      {() => (
        <TextField
          name="memo"
          label={t('operator.orders.cancel.memo')}
          hint={t('operator.orders.cancel.memo.hint')}
          isFirst
        />
      )}
    </ActForm>
  );
}
