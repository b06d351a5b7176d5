// What an exchange without a demo market needs before anybody can trade: three steps that tick themselves.
import { useCall } from './use.ts';

export type Step = { readonly label: string; readonly href: string; readonly isDone: boolean };

/** For operators; null until all of it is known. */
export function useOpeningSteps(enabled: boolean): readonly Step[] | null {
  const tokens = useCall('getTokens', { limit: 2 }, { enabled }).data;
  const deposits = useCall('getActivity', { all: 'true', kind: 'deposit', limit: 1 }, { enabled }).data;
  const pools = useCall('getPools', { limit: 1 }, { enabled }).data;
  if (!tokens || !deposits || !pools) return null;
  return [
    { label: 'Register two tokens', href: '/operator/tokens?act=register', isDone: tokens.tokens.length > 1 },
    { label: 'Deposit to an account', href: '/operator/movements', isDone: deposits.activity.length > 0 },
    { label: 'Create a pool', href: '/operator/pools?act=create', isDone: pools.pools.length > 0 },
  ];
}
