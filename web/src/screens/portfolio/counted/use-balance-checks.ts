// Checks all balances one after another, so that a press asks no more of the exchange at once than one check.
import { useEffect, useRef, useState } from 'react';
import { type Counted, checkBalance, type NotCounted } from '../../../data/log/counted.ts';
import { outcomeOf, type Unchecked } from '../../../data/log/use-check.ts';
import type { Countable } from './countables.ts';

export type BalanceCheck = Counted | NotCounted | Unchecked;

/** What keeps every balance from being checked, not one alone. */
const GENERAL = ['not_found', 'not_logged_yet', 'network', 'rate_limited'];

export function useBalanceChecks(account: string) {
  const [checks, setChecks] = useState<ReadonlyMap<string, BalanceCheck>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const checkAll = async (items: readonly Countable[]) => {
    setRunning(true);
    setChecks(new Map());
    for (const { address: token, isLp, decimals } of items) {
      const check = await outcomeOf(checkBalance({ account, token, isLp, decimals }));
      if (isGone.current) return;
      setChecks((known) => new Map(known).set(token, check));
      if (isGeneral(check)) break;
    }
    setRunning(false);
  };
  return { checks, isRunning, checkAll };
}

export const isGeneral = (check: BalanceCheck): check is Unchecked =>
  typeof check === 'string' || ('code' in check && GENERAL.includes(check.code));
