// Copies a whole exchange to another store; the copy can be used only after it was verified.
import { isDeepStrictEqual } from 'node:util';
import { type AuditReport, audit } from '../audit/audit.ts';
import type { Items } from '../ports/records.ts';
import { type Chunk, CopyRefused, type CopyTarget, type Journal, type Store } from '../ports/store.ts';

/** The rows written together: enough that committing them takes little of the time. */
const CHUNK_ROWS = 5000;

type CopyStep = 'copied' | 'balances' | 'replies' | 'verified';
/** The total is 0 if it is unknown. */
type OnCopyProgress = (step: CopyStep, done: number, total: number) => void;

/** Continues an interrupted copy. Throws `CopyRefused`, or `AuditOffence` if the source is not sound. */
export async function copyExchange(
  source: Pick<Store, 'openJournal'>,
  target: CopyTarget,
  onProgress: OnCopyProgress,
  /** For a backup: the source may continue to be used. */
  { sourceMayMove = false } = {},
): Promise<AuditReport> {
  const journal = await source.openJournal();
  try {
    const arrived = await target.begin(journal.factory);
    if (arrived > journal.head) {
      throw new CopyRefused(`the target has ${arrived} transactions, but the source has only ${journal.head}`);
    }
    await copyAll(journal, target, arrived, onProgress);
    const report = await verify(journal, target, onProgress);
    if (!sourceMayMove) await refuseMoved(source, journal);
    await target.finish();
    return report;
  } finally {
    await journal.close();
  }
}

async function copyAll(from: Journal, to: CopyTarget, arrived: number, onProgress: OnCopyProgress): Promise<void> {
  const { listingSequence, tokens, pools, keys, hooks } = from;
  const counted = (step: CopyStep, total: number) => (done: number) => onProgress(step, done, total);
  const send = <Part extends 'transactions' | 'balances' | 'replies' | 'sideRecords' | 'chainRecords'>(part: Part) => {
    return (rows: readonly unknown[]) => to.add({ [part]: rows } as Chunk);
  };
  await to.add({ listingSequence, tokens, pools, keys, hooks });
  const copied = counted('copied', from.head);
  copied(arrived);
  await inChunks(from.transactions(arrived), send('transactions'), (count) => copied(arrived + count));
  // All of these are written after the journal, and again by every run, so that they match the end of the journal.
  await inChunks(from.balances(), send('balances'), counted('balances', 0));
  await inChunks(from.replies(), send('replies'), counted('replies', 0));
  await inChunks(from.sideRecords(), send('sideRecords'), () => {});
  await inChunks(from.chainRecords(), send('chainRecords'), () => {});
}

/** Reads the next chunk while the last one is written. */
async function inChunks<Item>(
  items: Items<Item>,
  write: (chunk: readonly Item[]) => Promise<void>,
  onWritten: (count: number) => void,
): Promise<void> {
  let [chunk, count]: [Item[], number] = [[], 0];
  let writing: Promise<{ error?: unknown }> = Promise.resolve({});
  const flush = async () => {
    const outcome = await writing;
    if ('error' in outcome) throw outcome.error;
    if (count > 0) onWritten(count);
    count += chunk.length;
    // A failure is kept as a value: as a rejection it would be unhandled if it occurs long before it is awaited.
    writing =
      chunk.length === 0
        ? Promise.resolve({})
        : write(chunk).then(
            () => ({}),
            (error) => ({ error }),
          );
    chunk = [];
  };
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length === CHUNK_ROWS) await flush();
  }
  await flush();
  await flush();
}

/** Audits the target and compares every row of it with the source. */
async function verify(source: Journal, target: CopyTarget, onProgress: OnCopyProgress): Promise<AuditReport> {
  const openJournal = async (): Promise<Journal> => {
    const copy = await target.openJournal();
    for (const part of ['factory', 'head', 'lastId', 'listingSequence', 'tokens', 'pools', 'keys', 'hooks'] as const) {
      must(isDeepStrictEqual(copy[part], source[part]), part);
    }
    return {
      ...copy,
      transactions: () => same('transactions', source.transactions(), copy.transactions()),
      balances: () => same('balances', source.balances(), copy.balances()),
      replies: () => same('replies', source.replies(), copy.replies()),
      explain(error) {
        const why = copy.explain(error);
        return why === error ? source.explain(error) : why;
      },
    };
  };
  const report = await audit({ openJournal }, (done, total) => onProgress('verified', done, total));
  const copy = await target.openJournal();
  try {
    for await (const _ of same('side records', source.sideRecords(), copy.sideRecords()));
    for await (const _ of same('orders on the chain', source.chainRecords(), copy.chainRecords()));
  } finally {
    await copy.close();
  }
  return report;
}

/** Passes the copied items on as long as they equal those of the source. */
async function* same<Item>(what: string, source: Items<Item>, copy: Items<Item>): AsyncGenerator<Item> {
  const expected = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  for await (const item of copy) {
    const { value, done } = await expected.next();
    must(!done && isDeepStrictEqual(item, value), what);
    yield item;
  }
  must((await expected.next()).done === true, what);
}

/** Throws if the source changed. Compares more than the head: a refusal does not move it, but its idempotency key would be missing. */
async function refuseMoved(source: Pick<Store, 'openJournal'>, copied: Journal): Promise<void> {
  const now = await source.openJournal();
  await now.close();
  const headMoved = now.head !== copied.head;
  const parts = ['replyMark', 'sideMark', 'chainMark', 'keys', 'hooks'] as const;
  if (!headMoved && parts.every((part) => isDeepStrictEqual(now[part], copied[part]))) return;
  throw new CopyRefused(
    `the source changed${headMoved ? ` from transaction ${copied.head} to ${now.head}` : ''} during the copy: ` +
      'stop the server that uses it and run the same copy again; it continues from here',
  );
}

function must(isSame: boolean, what: string): asserts isSame {
  if (!isSame)
    throw new CopyRefused(`the ${what} of the target differ from the source: start again with an empty target`);
}
