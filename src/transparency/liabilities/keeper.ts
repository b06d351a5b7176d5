// States in the journal what the exchange owes, once a thread has added it up.
import { KEEPER } from '../../core/accounts.ts';
import type { LiabilitiesStore, Unstated } from '../../ports/liabilities.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import { LIST_FORMAT } from '../format/liabilities.ts';

/** Given to the thread. */
export type MakerOptions = Pick<Store, 'journal' | 'projection'> & { readonly everyMs: number };
/** Notices of the thread. */
export type MakerNotice = { readonly made: Unstated | undefined } | { readonly failed: string };

/** The longest time that closing waits for a thread that is busy. */
const CLOSE_MS = 5000;

/** Commits the hash of a document. Safe to repeat: the idempotency key makes it one transaction. */
export async function publishStatement(
  list: Unstated,
  venue: Pick<Venue, 'execute'>,
  store: Pick<LiabilitiesStore, 'stateLiabilities'>,
): Promise<string> {
  const { asOf, atMs, log, intervalMs, previous, hash } = list;
  const command = { kind: 'liabilities', format: LIST_FORMAT, asOf, atMs, log, intervalMs, previous, hash } as const;
  const { transactionId } = await venue.execute(KEEPER, command, `liabilities-${asOf}-${hash.slice(0, 16)}`);
  await store.stateLiabilities(asOf, transactionId);
  return transactionId;
}

/** Has a thread add up what is owed, and states it; undefined if none is due, if another process is doing it, or if the signal was aborted. */
export async function stateOwed(
  { journal, projection }: Pick<Store, 'journal' | 'projection'>,
  venue: Pick<Venue, 'execute'>,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Promise<Unstated | undefined> {
  const { promise, resolve: end } = Promise.withResolvers<MakerNotice>();
  const onAbort = () => end({ made: undefined });
  signal.addEventListener('abort', onAbort, { once: true });
  const thread = new CalledThread<MakerNotice>({
    caller: import.meta.url,
    data: { journal, projection, everyMs } satisfies MakerOptions,
    limits: { maxYoungGenerationSizeMb: 8 },
    patienceMs: CLOSE_MS,
    lost: () => new Error('the thread that adds up what is owed has stopped'),
    onNotice: end,
    onEnd: ({ why }) => end({ failed: why }),
  });
  try {
    const notice = await promise;
    if ('failed' in notice) throw new Error(notice.failed);
    if (!notice.made) return undefined;
    const stateLiabilities = async (...args: Parameters<LiabilitiesStore['stateLiabilities']>) => {
      await thread.call('store', 'stateLiabilities', ...args);
    };
    await publishStatement(notice.made, venue, { stateLiabilities });
    return notice.made;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.close();
  }
}
