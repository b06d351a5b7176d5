// The outcome of cancelling: the amount returned, or that the order had already ended.
import { Link } from 'wouter';
import type { Calls } from '#client';
import type { Order } from '../../../data/orders.ts';
import type { AnsweredCall } from '../../../data/press/use-press.ts';
import type { Pressing } from '../../../data/press/use-presser.ts';
import { useCall } from '../../../data/use.ts';
import { written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressOutcome } from '../../../parts/PressOutcome.tsx';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';

export type Cancelling = Pressing<Calls['cancelOrder']['input'], AnsweredCall<'cancelOrder'>>;

export function CancelOutcome({ cancelling }: { readonly cancelling: Cancelling }) {
  const { state } = cancelling;
  const orderId = state.kind === 'idle' ? '' : (state.pressed.order.orderId ?? '');
  const { data: order } = useCall('getOrder', { orderId }, { enabled: orderId !== '' });
  if (state.kind === 'done' && order) {
    return (
      <Notice title={t('orders.cancelled')}>
        {t('orders.cancelled.text', { amount: `${written(state.done.output.returned)} ${order.symbolA}` })}{' '}
        {order.fills > 0 && `${soldWords(order)} `}
        <Link href={`/tx/${state.done.output.transactionId}`}>{t('swap.done.receipt')}</Link>{' '}
        <LinkButton onClick={cancelling.clear}>{t('parts.close')}</LinkButton>
      </Notice>
    );
  }
  if (state.kind === 'refused') {
    const { title, body } = words(state.failure);
    const over = state.failure.code === 'order_closed' && order && order.status !== 'open' ? order.status : null;
    return (
      <Notice tone={over ? 'wheat' : 'oxide'} title={over ? t(`orders.over.${over}`) : title}>
        {over && order ? soldWords(order) : body} <LinkButton onClick={cancelling.clear}>{t('parts.close')}</LinkButton>
      </Notice>
    );
  }
  return <PressOutcome pressing={cancelling} />;
}

export const soldWords = ({ filledA, symbolA, receivedB, symbolB, fills }: Order): string =>
  fills === 0
    ? t('orders.filled.none')
    : t('orders.sold', { filled: `${written(filledA)} ${symbolA}`, received: `${written(receivedB)} ${symbolB}` });
