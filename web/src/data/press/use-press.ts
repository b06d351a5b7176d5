// A press as a hook: what is under way survives a reload, and what is done makes old answers old.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Calls } from '#client';
import { useLive } from '../../live/live.ts';
import { renew } from '../renew.ts';
import { server } from '../server.ts';
import { ofTab } from '../stored.ts';
import {
  type Change,
  forget,
  isFresh,
  isOpen,
  keep,
  kept,
  LEFT,
  newKey,
  type Press,
  type Pressed,
  send,
} from './press.ts';

export type Pressing<Name extends Change> = {
  readonly state: Press<Calls[Name]['output']>;
  /** What was sent last, and when. */
  readonly pressed: Pressed<Name> | null;
  press(input: Calls[Name]['input']): void;
  /** Whose press it is, where that is not who looks at the page. */
  readonly other: string | null;
  /** With the same key, as the same account. */
  askAgain(): void;
  /** Another press may follow; what is open stays. */
  clear(): void;
  /** What became of it is left to the activity. */
  giveUp(): void;
};

/** `about` says what it changes, such as a pool. */
export function usePress<Name extends Change>(call: Name, account: string | null, about: string): Pressing<Name> {
  const [state, show] = useState<Press<Calls[Name]['output']>>({ kind: 'ready' });
  const [last, setLast] = useState<{ readonly by: string; readonly pressed: Pressed<Name> } | null>(null);
  const { head } = useLive();
  // As it is now: two presses may come before the next look.
  const now = useRef(state);
  const setState = useCallback((next: typeof state) => {
    now.current = next;
    show(next);
  }, []);

  const start = useCallback(
    (of: string, next: Pressed<Name>, wasLost: boolean) => {
      keep(ofTab, of, next);
      setLast({ by: of, pressed: next });
      send({
        ask: server[call] as never,
        pressed: next,
        account: of,
        wasLost,
        tell(told) {
          if (told.kind === 'done' || told.kind === 'refused') {
            forget(ofTab, { account: of, call, about });
            renew();
          }
          setState(told);
        },
      });
    },
    [call, about, setState],
  );

  useEffect(() => {
    if (account === null) return;
    const left = kept(ofTab, { account, call, about });
    if (left === null) return;
    if (isFresh(left)) return start(account, left, true);
    setLast({ by: account, pressed: left });
    setState({ kind: 'unknown', failure: LEFT });
  }, [account, call, about, start, setState]);

  return {
    state,
    pressed: last?.pressed ?? null,
    other: last !== null && last.by !== account ? last.by : null,
    press(input) {
      if (account === null || isOpen(now.current)) return;
      start(account, { call, about, input, key: newKey(), at: Date.now(), head }, false);
    },
    askAgain() {
      if (last !== null && last.by === account && now.current.kind === 'unknown') start(account, last.pressed, true);
    },
    clear() {
      if (!isOpen(now.current)) setState({ kind: 'ready' });
    },
    giveUp() {
      if (last !== null) forget(ofTab, { account: last.by, call, about });
      setState({ kind: 'ready' });
    },
  };
}
