// A press as a hook: what is under way survives a reload, and what is done makes old answers old.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Calls } from '#client';
import { type Change, forget, keep, kept, newKey, type Press, type Pressed, send } from './press.ts';
import { queries, server } from './server.ts';

export type Pressing<Name extends Change> = {
  readonly state: Press<Calls[Name]['output']>;
  /** What was sent last. */
  readonly sent: Calls[Name]['input'] | null;
  press(input: Calls[Name]['input']): void;
  /** With the same key. */
  askAgain(): void;
  /** Another press may follow. */
  clear(): void;
};

export function usePress<Name extends Change>(
  call: Name,
  account: string | null,
  isMine: (input: Calls[Name]['input']) => boolean,
): Pressing<Name> {
  const [state, setState] = useState<Press<Calls[Name]['output']>>({ kind: 'ready' });
  const [pressed, setPressed] = useState<Pressed<Name> | null>(null);
  const mine = useRef(isMine);
  mine.current = isMine;

  const start = useCallback(
    (of: string, next: Pressed<Name>, wasLost: boolean) => {
      keep(sessionStorage, of, next);
      setPressed(next);
      send({
        ask: server[call] as never,
        pressed: next,
        wasLost,
        tell(told) {
          if (told.kind === 'done' || told.kind === 'refused') {
            forget(sessionStorage, of, call);
            queries.invalidateQueries();
          }
          setState(told);
        },
      });
    },
    [call],
  );

  useEffect(() => {
    const left = account === null ? null : kept(sessionStorage, account, call);
    if (account !== null && left !== null && mine.current(left.input)) start(account, left, true);
  }, [account, call, start]);

  return {
    state,
    sent: pressed?.input ?? null,
    press: (input) => account !== null && start(account, { call, input, key: newKey() }, false),
    askAgain: () => account !== null && pressed !== null && start(account, pressed, true),
    clear: () => setState({ kind: 'ready' }),
  };
}
