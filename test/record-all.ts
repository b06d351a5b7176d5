// Lets a recorder of the public log do all there is to do, and closes it.
import type { LogStore } from '../src/ports/public-log.ts';
import type { Recorder } from '../src/transparency/log/recorder.ts';

export async function recordAll(recorder: Recorder, store: Pick<LogStore, 'logStanding'>): Promise<void> {
  for (let isDone = false; !isDone; ) {
    while ((await recorder.turn()) === 0);
    const { size, head } = await store.logStanding();
    isDone = size === head;
  }
  await recorder.close();
}
