// The account that is signed in, and what it may do.
import { useCall } from './use.ts';

type Me = {
  readonly account: string | null;
  readonly isOperator: boolean;
  /** `local`: no API key is needed. */
  readonly auth: 'local' | 'keys';
  readonly isDemo: boolean;
  /** True if this exchange allows sending tokens to other accounts. */
  readonly maySend: boolean;
  /** True if this exchange accepts orders. */
  readonly mayOrder: boolean;
  readonly isKnown: boolean;
};

export function useMe(): Me {
  const { data } = useCall('whoami', {});
  return {
    account: data?.account ?? null,
    isOperator: data?.role === 'operator',
    auth: data?.auth ?? 'local',
    isDemo: data?.demo ?? false,
    maySend: data?.transfers === 'on',
    mayOrder: data?.orders !== 'off',
    isKnown: data !== undefined,
  };
}
