// The order that the form changes, if it changes one: its state now, and the press that replaces it.
import { useEffect } from 'react';
import type { CreateOrderInput } from '#client';
import type { Order } from '../../../../data/orders.ts';
import { useOrderChange } from '../../../../data/press/change-order.ts';
import type { AnsweredCall } from '../../../../data/press/use-press.ts';
import type { Pressing } from '../../../../data/press/use-presser.ts';
import { useCall } from '../../../../data/use.ts';

export type ChangedOrder = {
  readonly order: Order | null;
  /** What was left of it when its owner last looked. */
  readonly left: string;
  readonly pressing: Pressing<CreateOrderInput, AnsweredCall<'createOrder'>>;
};

/** Null if the form places an additional order; `leave` is called when it is to do that from now on. */
export function useChanged(orderId: string, left: string, leave: () => void): ChangedOrder | null {
  const isChanging = orderId !== '';
  const { data, error } = useCall('getOrder', { orderId }, { enabled: isChanging });
  const pressing = useOrderChange(orderId);
  const isUnknown = isChanging && error?.code === 'not_found';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isUnknown) leave();
  }, [isUnknown]);
  if (!isChanging) return null;
  return {
    order: data ?? null,
    left,
    pressing: {
      ...pressing,
      press: (input) => pressing.press({ ...input, instead: { orderId, left } }),
      clear() {
        const isDone = pressing.state.kind === 'done';
        pressing.clear();
        if (isDone) leave();
      },
    },
  };
}
