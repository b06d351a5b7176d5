// What an exchange without a demo market needs before anybody can trade: three steps that tick themselves.
import { useCall } from './use.ts';

type Step = { readonly label: string; readonly href: string; readonly isDone: boolean };

/** For operators; null until all of it is known. */
export function useOpeningSteps(enabled: boolean): readonly Step[] | null {
  const tokens = useCall('getTokens', { limit: 2 }, { enabled }).data;
  const accounts = useCall('getAccounts', {}, { enabled }).data;
  const pools = useCall('getPools', {}, { enabled }).data;
  if (!tokens || !accounts || !pools) return null;
  // What is held was deposited; the deposit itself may lie far back in the journal.
  const isHeld = accounts.accounts.some((of) => of.tokens > 0) || pools.pools.some(({ reserve0 }) => reserve0 !== '0');
  return [
    { label: 'Register two tokens', href: '/operator/tokens?act=register', isDone: tokens.tokens.length > 1 },
    { label: 'Deposit to an account', href: '/operator/movements', isDone: isHeld },
    { label: 'Create a pool', href: '/operator/pools?act=create', isDone: pools.pools.length > 0 },
  ];
}
