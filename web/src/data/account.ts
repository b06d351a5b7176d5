// Who is looking at the page.
import { useCall } from './use.ts';

type Me = {
  readonly account: string | null;
  readonly isOperator: boolean;
  /** `local` needs no key. */
  readonly auth: 'local' | 'keys';
  readonly isDemo: boolean;
  /** Whether tokens can be sent to others here. */
  readonly maySend: boolean;
  /** Whether orders can be placed here. */
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
