// A press as a hook: what is under way survives a reload, and what is done makes old answers old.
import { useCallback, useEffect, useState } from 'react';
import type { Calls } from '#client';
import { type Change, forget, keep, kept, newKey, type Press, type Pressed, send } from './press.ts';
import { renew } from './renew.ts';
import { server } from './server.ts';
import { inSession } from './session.ts';

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

/** `about` says what it changes, such as a pool. */
export function usePress<Name extends Change>(call: Name, account: string | null, about: string): Pressing<Name> {
  const [state, setState] = useState<Press<Calls[Name]['output']>>({ kind: 'ready' });
  const [pressed, setPressed] = useState<Pressed<Name> | null>(null);

  const start = useCallback(
    (of: string, next: Pressed<Name>, wasLost: boolean) => {
      keep(sessionStorage, of, next);
      setPressed(next);
      send({
        ask: inSession(server[call] as never),
        pressed: next,
        wasLost,
        tell(told) {
          if (told.kind === 'done' || told.kind === 'refused') {
            forget(sessionStorage, { account: of, call, about });
            renew();
          }
          setState(told);
        },
      });
    },
    [call, about],
  );

  useEffect(() => {
    if (account === null) return;
    const left = kept(sessionStorage, { account, call, about });
    if (left !== null) start(account, left, true);
  }, [account, call, about, start]);

  return {
    state,
    sent: pressed?.input ?? null,
    press: (input) => account !== null && start(account, { call, about, input, key: newKey() }, false),
    askAgain: () => account !== null && pressed !== null && start(account, pressed, true),
    clear: () => setState({ kind: 'ready' }),
  };
}
