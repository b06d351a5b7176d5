// The outcome of pressing the button: being sent again, unknown, or refused; `SheetDone` shows a completed one.

import type { Calls } from '#client';
import type { Press } from '../../../data/press/press.ts';
import type { Pressing } from '../../../data/press/use-presser.ts';
import { PressOutcome } from '../../../parts/PressOutcome.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import type { Like } from '../../../parts/same-since.ts';
import { t } from '../../../words/words.ts';

type Provide = Calls['provideLiquidity']['input'];
type Refund = Calls['refundLiquidity']['input'];
type Order = Provide | Refund;
type Pressed = Pick<Pressing<never, unknown>, 'other' | 'askAgain' | 'giveUp'> & {
  readonly state: Press<Order, unknown>;
};

export function Outcome({ pressing }: { readonly pressing: Pressed }) {
  const { state } = pressing;
  const pressed = state.kind === 'unknown' ? state.pressed : null;
  return (
    <PressOutcome pressing={pressing} afterRefusal={t('portfolio.refreshed')}>
      {pressed && (
        <SameSince
          call={isProvide(pressed.order) ? 'provideLiquidity' : 'refundLiquidity'}
          head={pressed.head}
          like={likeOf(pressed.order)}
        />
      )}
    </PressOutcome>
  );
}

const isProvide = (order: Order): order is Provide => 'Pair' in order;

function likeOf(order: Order): Like {
  if (!isProvide(order)) return { ...(order.lpTokens !== undefined && { lpTokens: String(order.lpTokens) }) };
  const { Pair, amount, minLpTokens } = order;
  const { tokenA, tokenB } = amount;
  if (tokenA !== undefined && tokenB !== undefined)
    return { ...Pair, amountA: String(tokenA), amountB: String(tokenB) };
  const token = tokenA === undefined ? Pair.tokenB : Pair.tokenA;
  return { ...Pair, one: { token, paid: String(tokenA ?? tokenB), lpTokens: String(minLpTokens ?? 0) } };
}
