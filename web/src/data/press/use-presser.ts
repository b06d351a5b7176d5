// A press as a hook: what was under way when the page was left goes on.
import { useEffect, useSyncExternalStore } from 'react';
import { useMe } from '../account.ts';
import { headNow } from '../live/live.ts';
import type { Press, Presser } from './press.ts';

export type Pressing<Order, Done> = {
  readonly state: Press<Order, Done>;
  /** Whose press it is, where that is not who looks at the page. */
  readonly other: string | null;
  press(order: Order): void;
  /** With the same key, as the same account. */
  askAgain(): void;
  /** Another press may follow; what is open stays. */
  clear(): void;
  /** What became of it is left to the activity. */
  giveUp(): void;
};

export function usePresser<Order, Done>(presser: Presser<Order, Done>): Pressing<Order, Done> {
  const { account } = useMe();
  const state = useSyncExternalStore(presser.subscribe, presser.now);
  useEffect(() => void presser.resume(account), [presser, account]);
  useEffect(() => () => presser.clear(), [presser]);
  return {
    state,
    other: state.kind !== 'idle' && state.pressed.account !== account ? state.pressed.account : null,
    press: (order) => void (account !== null && presser.press(order, account, headNow())),
    askAgain: () => void presser.askAgain(account),
    clear: () => presser.clear(),
    giveUp: () => presser.clear({ givesUp: true }),
  };
}
