// What a level of the depth does when it is pressed: it fills the form's price, or on the tab "Swap" opens a limit order with it.
import { useUrlState } from '../../../data/url-state.ts';
import { asTyped } from '../../../exact/amount.ts';
import type { Ordering } from '../orders/use-order.ts';

export type OnPrice = {
  /** The field that it fills; `limit` opens a limit order. */
  readonly field: 'price' | 'stop' | 'limit';
  /** Takes a price in the direction of the pair as it is shown. */
  set(price: string): void;
};

export const intoForm = ({ form, edit, type }: Ordering): OnPrice => {
  const field = form.kind === 'stop' ? 'stop' : 'price';
  return {
    field,
    set(price) {
      if (field === 'price' && !form.hasLimit) edit({ limit: 'yes' });
      type(field, asTyped(price));
      // On a phone the field is far above the level.
      document.querySelector(`[data-field="${field}"]`)?.scrollIntoView({ block: 'nearest' });
    },
  };
};

const SWAP = { mode: 'swap', price: '', per: '' };

/** `isPaid`: the price is of one token paid. */
export function useLimitOrder(isPaid: boolean): OnPrice {
  const [, change] = useUrlState(SWAP);
  return {
    field: 'limit',
    set(price) {
      change({ mode: 'limit', price: asTyped(price), per: isPaid ? 'pay' : 'receive' }, { push: true });
      // The level disappears with its tab, so the focus goes to the tab that comes.
      setTimeout(() => document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')?.focus());
    },
  };
}
