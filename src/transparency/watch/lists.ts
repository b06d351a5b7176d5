// Follows the lists of what the exchange owes: each must name the one before it, and come in time.
import { listIn, type RowProof } from '../format/evidence.ts';
import type { VerifierKey } from '../format/keys.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';
import { pageAfter, provenStatements } from './statements.ts';
import { connect, LogAlarm, type LogTiles } from './watcher.ts';

/** The last list that was seen. */
export type KnownList = { readonly sequence: number; readonly hash: string };

const DAY_MS = 86_400_000;
/** An exchange that promises lists less often is judged as if it promised one in 31 days; one that promises none is never late. */
const LONGEST_INTERVAL_MS = 31 * DAY_MS;

type Exchange = LogTiles & Pick<RemoteLog, 'statements'>;

/** Returns the newest list. Throws `LogAlarm` if two name the same one before them, `LogUnreachable` if one is missing or late. */
export async function followLists(
  log: Exchange,
  key: VerifierKey,
  known: KnownList | undefined,
  nowMs: number,
): Promise<KnownList | undefined> {
  const [newest] = await listsOf(log, key, 'desc');
  if (!newest) return known;
  let last = known ?? newest.list;
  for (let page = await listsOf(log, key, 'asc', last.sequence); page.length > 0; ) {
    for (const { proof, list } of page) {
      if (list.previous !== last.hash) throw await faultOf(log, key, { proof, list });
      last = list;
    }
    page = await listsOf(log, key, 'asc', last.sequence);
  }
  const { atMs, intervalMs } = newest.list;
  if (intervalMs > 0 && nowMs - atMs > 2 * Math.min(intervalMs, LONGEST_INTERVAL_MS))
    throw new LogUnreachable(`the last list of what the exchange owes is of ${new Date(atMs).toISOString()}, and late`);
  return { sequence: last.sequence, hash: last.hash };
}

type Stated = { readonly proof: RowProof; readonly list: ReturnType<typeof listIn> };

/** Another list that names the same one before it is evidence; if there is none, the exchange leaves one out. */
async function faultOf(log: Exchange, key: VerifierKey, { proof, list }: Stated): Promise<Error> {
  for (let page = await listsOf(log, key, 'asc', 0); page.length > 0; ) {
    const other = page.find((one) => one.list.previous === list.previous && one.list.sequence !== list.sequence);
    if (other) {
      // Two histories are an alarm too: `connect` throws it.
      const { relation, hashes } = await connect(log, key, other.proof.checkpoint, proof.checkpoint);
      const proofs = relation === 'old' ? ([proof, other.proof] as const) : ([other.proof, proof] as const);
      return new LogAlarm({ kind: 'lists', proofs, hashes }, key);
    }
    page = await listsOf(log, key, 'asc', (page.at(-1) as Stated).list.sequence);
  }
  return new LogUnreachable(`a list of what the exchange owes is missing before that of transaction ${list.sequence}`);
}

/** A page of lists, each proven; the newest alone if descending. */
async function listsOf(log: Exchange, key: VerifierKey, order: 'asc' | 'desc', after = 0): Promise<readonly Stated[]> {
  const page = order === 'desc' ? 'order=desc&limit=1' : pageAfter(after);
  const statements = await provenStatements(log, `kind=liabilities&${page}`, after, (proof) => listIn(proof, key));
  return statements.map(({ proof, stated }) => ({ proof, list: stated }));
}
