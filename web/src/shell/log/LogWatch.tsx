// Looks at the public log every few minutes while the page is visible, shows the alarm if there is one, and keeps the user's own proofs.
import { useEffect, useSyncExternalStore } from 'react';
import { useMe } from '../../data/account.ts';
import { onEvent } from '../../data/live/live.ts';
import { keepOwn } from '../../data/log/keep-own.ts';
import { ownLog } from '../../data/log/kept.ts';
import { canVerify, look, type Shown } from '../../data/log/look.ts';
import { server } from '../../data/server.ts';
import { piece } from '../../parts/piece.tsx';
import { withTexts } from '../../words/words.ts';

const EVERY_MS = 5 * 60_000;
/** An own transaction is in a checkpoint by then. */
const LOGGED_MS = 15_000;

const Alarm = piece(() => withTexts(import('./Alarm.tsx'), 'proof'));

export default function LogWatch() {
  const { account } = useMe();
  useEffect(() => {
    const look = () => watch(account);
    const timer = setInterval(look, EVERY_MS);
    let soon: ReturnType<typeof setTimeout> | undefined;
    const forget = onEvent((event) => {
      if (event.account !== account || soon !== undefined) return;
      soon = setTimeout(() => {
        soon = undefined;
        look();
      }, LOGGED_MS);
    });
    look();
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
      forget();
    };
  }, [account]);
  const alarm = useSyncExternalStore(ownLog.subscribe, () => ownLog.read()?.alarm ?? null);
  return alarm && <Alarm alarm={alarm} />;
}

/** An exchange that does not answer is no reason for an alarm: the next look may succeed. */
async function watch(account: string | null): Promise<void> {
  if (document.visibilityState !== 'visible' || ownLog.read()?.alarm || !(await canVerify())) return;
  await look(lastCheckpoint)
    .then(() => (account === null ? undefined : keepOwn(account)))
    .catch(() => {});
}

/** Rejects before the first checkpoint: there is nothing to compare yet. */
async function lastCheckpoint(): Promise<Shown> {
  const { checkpoint, vkey } = await server.getLog();
  if (checkpoint === null || vkey === null) throw new TypeError('no checkpoint yet');
  return { checkpoint, vkey };
}
