// The three steps before anybody can trade on an exchange without a demo market; each is ticked when its data exists.

import type { Id } from '../words/words.ts';
import { useCall } from './use.ts';

type Step = { readonly label: Id; readonly href: string; readonly isDone: boolean };

/** For operators; null until all three answers are loaded. */
export function useOpeningSteps(enabled: boolean): readonly Step[] | null {
  const tokens = useCall('getTokens', { limit: 2 }, { enabled }).data;
  const accounts = useCall('getAccounts', {}, { enabled }).data;
  const pools = useCall('getPools', {}, { enabled }).data;
  if (!tokens || !accounts || !pools) return null;
  // Judged by balances: the deposit itself may lie far back in the journal.
  const isHeld = accounts.accounts.some((of) => of.tokens > 0) || pools.pools.some(({ reserve0 }) => reserve0 !== '0');
  return [
    { label: 'shell.opening.tokens', href: '/operator/tokens?act=register', isDone: tokens.tokens.length > 1 },
    { label: 'shell.opening.deposit', href: '/operator/movements', isDone: isHeld },
    { label: 'shell.opening.pool', href: '/operator/pools?act=create', isDone: pools.pools.length > 0 },
  ];
}
