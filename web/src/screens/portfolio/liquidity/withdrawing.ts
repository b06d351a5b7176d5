// Withdrawing liquidity: which part, what it would return, what became of it.
import { useEffect } from 'react';
import type { QuoteLiquidityInput, QuoteLiquidityOutput } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { readAmount } from '../../../exact/amount.ts';
import { useMoved } from './moved.ts';
import { type PoolProps, usePair } from './pair.ts';

export const LP_DECIMALS = 9;
export const PARTS = ['25', '50', '75', '100'] as const;

type WithdrawForm = { readonly part: string; readonly lp: string };
const EMPTY = { part: '', lp: '' };

export function useWithdrawing(pool: PoolProps) {
  const [form, setForm] = useUrlState<WithdrawForm>(EMPTY);
  const pair = usePair(pool);
  const { jetton0, jetton1 } = pool;
  const held = useCall('getLPAccountData', { jetton0, jetton1 }, { enabled: pair.account !== null }).data;
  const reading = readAmount(form.lp, LP_DECIMALS);
  const isPart = (PARTS as readonly string[]).includes(form.part);
  const isAmount = !isPart && reading.kind === 'amount' && reading.units > 0n;
  const input: QuoteLiquidityInput = {
    jetton0,
    jetton1,
    ...(isPart ? { percentage: form.part } : isAmount && { lpTokens: reading.text }),
  };
  const hasSome = held !== undefined && held.lpTokenBalance !== '0';
  const isAsked = pair.isKnown && hasSome && (isPart || isAmount);
  const asked = useCall('quoteLiquidity', input, { enabled: isAsked, keepsPrevious: true });
  const quote = isAsked && asked.error === null ? asked.data : undefined;
  const isOld = asked.isPlaceholderData;
  const pressing = usePress('refundLiquidity', `${jetton0} ${jetton1}`);
  const isDone = pressing.state.kind === 'done';
  // What is done must not stand ready to be done once more after a reload.
  useEffect(() => {
    if (isDone) setForm(EMPTY);
  }, [isDone, setForm]);

  return {
    form,
    pair,
    held,
    reading,
    quote,
    isOld,
    isChosen: isPart || isAmount,
    failure: isAsked ? asked.error : null,
    moved: useMoved(JSON.stringify(input), isOld ? undefined : quote),
    pressing,
    choose(change: Partial<WithdrawForm>) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      setForm({ ...EMPTY, ...change });
    },
    withdraw(shown: QuoteLiquidityOutput) {
      pressing.press({
        jetton0,
        jetton1,
        // The amount, not the part: of a position that has grown meanwhile no more is burned than was shown.
        lpTokens: shown.lpTokens,
        minToken1: shown.token1Amount,
        minToken2: shown.token2Amount,
      });
    },
    leave: () => setForm(EMPTY),
  };
}

export type Withdrawing = ReturnType<typeof useWithdrawing>;
