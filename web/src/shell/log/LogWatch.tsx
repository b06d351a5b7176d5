// Looks at the public log every few minutes while the page is visible, and shows the alarm if there is one.
import { useEffect, useSyncExternalStore } from 'react';
import { ownLog } from '../../data/log/kept.ts';
import { canVerify, look, type Shown } from '../../data/log/look.ts';
import { server } from '../../data/server.ts';
import { piece } from '../../parts/piece.tsx';
import { withTexts } from '../../words/words.ts';

const EVERY_MS = 5 * 60_000;

const Alarm = piece(() => withTexts(import('./Alarm.tsx'), 'proof'));

export default function LogWatch() {
  useEffect(() => {
    const timer = setInterval(watch, EVERY_MS);
    watch();
    return () => clearInterval(timer);
  }, []);
  const alarm = useSyncExternalStore(ownLog.subscribe, () => ownLog.read()?.alarm ?? null);
  return alarm && <Alarm alarm={alarm} />;
}

/** An exchange that does not answer is no reason for an alarm: the next look may succeed. */
async function watch(): Promise<void> {
  if (document.visibilityState !== 'visible' || ownLog.read()?.alarm || !(await canVerify())) return;
  await look(lastCheckpoint).catch(() => {});
}

/** Rejects before the first checkpoint: there is nothing to compare yet. */
async function lastCheckpoint(): Promise<Shown> {
  const { checkpoint, vkey } = await server.getLog();
  if (checkpoint === null || vkey === null) throw new TypeError('no checkpoint yet');
  return { checkpoint, vkey };
}
