// The outcome of a press: repeating, unknown or refused; a completed one has its own view.

import type { Calls } from '#client';
import type { Press } from '../../../data/press/press.ts';
import type { Pressing } from '../../../data/press/use-presser.ts';
import { Button } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressNotice } from '../../../parts/PressNotice.tsx';
import { SameSince } from '../../../parts/SameSince.tsx';
import type { Like } from '../../../parts/same-since.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';

type Provide = Calls['provideLiquidity']['input'];
type Refund = Calls['refundLiquidity']['input'];
type Order = Provide | Refund;
type Pressed = Pick<Pressing<never, unknown>, 'other' | 'askAgain' | 'giveUp'> & {
  readonly state: Press<Order, unknown>;
};

/** Renders nothing if there is nothing to say. */
export function Outcome({ pressing }: { readonly pressing: Pressed }) {
  const { state, other, askAgain } = pressing;
  if (state.kind === 'refused') {
    const { code, message, reasonCode } = state.failure;
    const { title, body } = words(code, message, reasonCode);
    return (
      <Notice tone="oxide" title={title}>
        {body} {t('portfolio.refreshed')}
      </Notice>
    );
  }
  if (state.kind !== 'unknown') return <PressNotice {...pressing} />;
  const { order, head } = state.pressed;
  return (
    <>
      <PressNotice {...pressing}>
        <SameSince call={isProvide(order) ? 'provideLiquidity' : 'refundLiquidity'} head={head} like={likeOf(order)} />
      </PressNotice>
      <Button wide primary disabled={other !== null} onClick={askAgain}>
        {t('portfolio.checkAgain')}
      </Button>
    </>
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
