// Compares the checkpoints of a public log. An alarm needs evidence that convinces without asking the log again; all else is a reason to ask again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint } from '../format/checkpoint.ts';
import { type Evidence, type ForkEvidence, openCheckpoint, provenBy, Unproven } from '../format/evidence.ts';
import { MalformedLogText } from '../format/format.ts';
import { parseVkey, type VerifierKey } from '../format/keys.ts';
import { parseNote } from '../format/note.ts';
import { computed, neededTiles, wantedRoots } from '../format/proofs.ts';
import { type TileId, tilePath } from '../format/tile.ts';
import { HASH_TREE } from '../format/tree.ts';
import { rootsOf } from '../format/verify.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';

/** The log has signed what cannot both be true. */
export class LogAlarm extends Error {
  override name = 'LogAlarm';
  readonly evidence: Evidence;
  /** Throws `Unproven` instead of making an alarm without proof. */
  constructor(evidence: Evidence, key: VerifierKey) {
    super(provenBy(evidence, key));
    this.evidence = evidence;
  }
}

/** The exchange shows a log of another name or key, validly signed: no proof of anything, but no longer the log that was watched. */
export class AnotherLog extends Error {
  override name = 'AnotherLog';
}

/** `old`: smaller than the checkpoint it was compared with, without contradicting it: a cache or a node that lags behind. */
type Relation = 'first' | 'same' | 'continued' | 'old';
export type LogTiles = Pick<RemoteLog, 'tile' | 'url'>;
type Connection = { readonly relation: Exclude<Relation, 'first'>; readonly hashes: readonly string[] };
export type Watched = {
  readonly note: string;
  readonly size: number;
  readonly root: string;
  readonly relation: Relation;
};

/** How often hashes are read that do not lead to the signed root, and the pause before the next time. */
const [READ_TRIES, READ_PAUSE_MS] = [3, 50];

/**
 * Fetches a checkpoint and compares it with the last one. Throws `LogAlarm` if both cannot be true, `AnotherLog`, or `LogUnreachable` if it
 * cannot be compared. `last` is a signed note, or undefined for the first.
 */
export async function watchOnce(log: RemoteLog, key: VerifierKey, last: string | undefined): Promise<Watched> {
  const note = await log.checkpoint();
  const now = await opened(log, note, key);
  const relation = last === undefined ? 'first' : await relationTo(log, key, last, note);
  return { note, size: now.size, root: Buffer.from(now.root).toString('base64'), relation };
}

/** A node that lags behind has no hashes for the larger checkpoint: its own one is old, whether or not it can be compared. */
async function relationTo(log: RemoteLog, key: VerifierKey, last: string, note: string): Promise<Relation> {
  try {
    return await compare(log, key, last, note);
  } catch (error) {
    if (error instanceof LogUnreachable && openCheckpoint(note, key).size < openCheckpoint(last, key).size)
      return 'old';
    throw error;
  }
}

/** Tells how a checkpoint relates to one before it. Both must be signed by the log. Throws like `watchOnce`. */
export async function compare(
  log: LogTiles,
  key: VerifierKey,
  before: string,
  note: string,
): Promise<Connection['relation']> {
  return (await connect(log, key, before, note)).relation;
}

/** As `compare`, with the hashes that lead to the root of the larger checkpoint, in hex. */
export async function connect(log: LogTiles, key: VerifierKey, before: string, note: string): Promise<Connection> {
  const [old, now] = [openCheckpoint(before, key), openCheckpoint(note, key)];
  if (now.size === old.size) {
    if (Buffer.from(now.root).equals(old.root)) return { relation: 'same', hashes: [] };
    throw new LogAlarm({ kind: 'fork', checkpoints: [before, note], hashes: [] }, key);
  }
  const [smaller, larger] = now.size > old.size ? [old, now] : [now, old];
  const checkpoints: ForkEvidence['checkpoints'] = now.size > old.size ? [before, note] : [note, before];
  const connecting = smaller.size > 0 ? await connectingHashes(log, smaller.size, larger) : [];
  const hashes = connecting.map((hash) => hash.toString('hex'));
  if (smaller.size > 0 && !rootsOf(smaller.size, larger.size, connecting)?.old.equals(smaller.root))
    throw new LogAlarm({ kind: 'fork', checkpoints, hashes }, key);
  return { relation: larger === now ? 'continued' : 'old', hashes };
}

/** The hashes that lead to the root of the larger checkpoint. The log's tiles are believed only if they do. */
export async function connectingHashes(log: LogTiles, size: number, larger: Checkpoint): Promise<readonly Buffer[]> {
  const wanted = wantedRoots(size, larger.size);
  for (let tried = 1; tried <= READ_TRIES; tried++) {
    if (tried > 1) await sleep(READ_PAUSE_MS);
    const tiles = new Map<string, Buffer>();
    // After the first time, not from a cache on the way.
    for (const tile of neededTiles(wanted)) tiles.set(tilePath(tile), await log.tile(tile, { isFresh: tried > 1 }));
    const hashes = computed(HASH_TREE, wanted, (tile: TileId) => tiles.get(tilePath(tile)) as Buffer);
    if (rootsOf(size, larger.size, hashes)?.now.equals(larger.root)) return hashes;
  }
  throw new LogUnreachable(
    `cannot compare: the hashes that ${log.url} shows do not lead to the signed root of ${larger.size} entries`,
  );
}

/** A page that a proxy shows instead proves nothing, and neither does a checkpoint that was damaged on its way. */
async function opened(log: RemoteLog, note: string, key: VerifierKey): Promise<Checkpoint> {
  try {
    parseNote(note);
  } catch (error) {
    if (!(error instanceof MalformedLogText)) throw error;
    throw new LogUnreachable(`/checkpoint is something else than a checkpoint: ${error.message}`);
  }
  try {
    return openCheckpoint(note, key);
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    const other = await otherKey(log, note, key);
    if (other === undefined)
      throw new LogUnreachable(`/checkpoint is no checkpoint of ${key.name} with its key: ${error.message}`);
    throw new AnotherLog(
      other.name === key.name
        ? `the exchange now signs ${key.name} with another key: it has replaced its key, or somebody else answers in its place`
        : `the exchange now shows the log ${other.name.slice(0, 200)} instead of ${key.name}: it continues in a new log, or was set up anew`,
    );
  }
}

/** The key that the exchange names now, if it has signed the checkpoint and is not the known one. */
async function otherKey(log: RemoteLog, note: string, key: VerifierKey): Promise<VerifierKey | undefined> {
  try {
    const named = parseVkey(await log.vkey());
    openCheckpoint(note, named);
    return named.name === key.name && named.publicKey.equals(key.publicKey) ? undefined : named;
  } catch (error) {
    if (error instanceof Unproven || error instanceof MalformedLogText || error instanceof LogUnreachable)
      return undefined;
    throw error;
  }
}
