// A hook for a presser: returns the state of its press, and continues a press that was open when the page was left.
import { useEffect, useSyncExternalStore } from 'react';
import { useMe } from '../account.ts';
import { headNow } from '../live/live.ts';
import type { Press, Presser } from './press.ts';

export type Pressing<Order, Done> = {
  readonly state: Press<Order, Done>;
  /** The account that pressed, if it is not the one signed in. */
  readonly other: string | null;
  press(order: Order): void;
  /** Repeats the request with the same key and account. */
  askAgain(): void;
  /** Returns to idle; a press whose outcome is open stays. */
  clear(): void;
  /** Stops waiting for the outcome; the activity will show it. */
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
