// State and actions of withdrawing liquidity: the part of the position, its quote, and the press of the button.
import { useEffect } from 'react';
import type { Calls, QuoteLiquidityInput, QuoteLiquidityOutput } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { readAmount } from '../../../exact/amount.ts';
import { type Only, onlyOf } from './offer.ts';
import { changeAt, limitIn } from './one-token.ts';
import { type PoolProps, usePair } from './pair.ts';
import { useQuoted } from './quoted.ts';

export const LP_DECIMALS = 9;
export const PARTS = ['25', '50', '75', '100'] as const;

type WithdrawForm = { readonly part: string; readonly lp: string; readonly only: string };
const NO_PART = { part: '', lp: '' };
const EMPTY = { ...NO_PART, only: '' };

export function useWithdrawing(pool: PoolProps) {
  const [form, setForm] = useUrlState<WithdrawForm>(EMPTY);
  const pair = usePair(pool);
  const { jetton0, jetton1 } = pool;
  const held = useCall('getLPAccountData', { jetton0, jetton1 }, { enabled: pair.account !== null }).data;
  const reading = readAmount(form.lp, LP_DECIMALS);
  const isPart = (PARTS as readonly string[]).includes(form.part);
  const isAmount = !isPart && reading.kind === 'amount' && reading.units > 0n;
  const only = isOnChain ? '' : onlyOf(form.only);
  const input: QuoteLiquidityInput = {
    jetton0,
    jetton1,
    ...(isPart ? { percentage: form.part } : isAmount && { lpTokens: reading.text }),
    ...(only !== '' && { only: onlyIn(pool, only), maxPriceImpact: '1' }),
  };
  const hasSome = held !== undefined && held.lpTokenBalance !== '0';
  const isAsked = pair.isKnown && hasSome && (isPart || isAmount);
  const pressing = usePress('refundLiquidity', `${jetton0} ${jetton1}`);
  const quoted = useQuoted(input, isAsked, pressing.state, pair.sides);
  const { quote, costly, typeCost } = quoted;
  const isDone = pressing.state.kind === 'done';
  const order = quote ? { ...orderOf(quote, pool, only), ...limitIn(costly) } : null;
  // Clears the form, which is in the URL, once the liquidity is withdrawn: a reload must not offer the same change again.
  useEffect(() => {
    if (isDone) setForm(NO_PART);
  }, [isDone, setForm]);

  return {
    ...quoted,
    ...{ form, only, pair, held, reading, order, pressing },
    isChosen: isPart || isAmount,
    choose(change: Partial<WithdrawForm>) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      typeCost('');
      setForm('only' in change ? change : { ...NO_PART, ...change });
    },
    withdraw() {
      if (order) pressing.press(order);
    },
    leave: () => setForm(EMPTY),
  };
}

export const onlyIn = ({ jetton0, jetton1 }: PoolProps, only: '0' | '1'): string => (only === '0' ? jetton0 : jetton1);

/** The request, which the ledger refuses if it would pay less than shown. */
function orderOf(
  shown: QuoteLiquidityOutput,
  { jetton0, jetton1 }: PoolProps,
  only: Only,
): Calls['refundLiquidity']['input'] {
  // Sends an amount instead of a percentage: if the position has grown since the preview, no more LP tokens are burned than shown.
  const order = { jetton0, jetton1, lpTokens: shown.lpTokens };
  // The contracts of a chain take no minimum for a withdrawal.
  if (isOnChain) return order;
  if (only === '') return { ...order, minToken1: shown.token1Amount, minToken2: shown.token2Amount };
  const least = changeAt(shown, only) ?? '';
  return {
    ...order,
    only: onlyIn({ jetton0, jetton1 }, only),
    ...(only === '0' ? { minToken1: least } : { minToken2: least }),
  };
}

export type Withdrawing = ReturnType<typeof useWithdrawing>;
