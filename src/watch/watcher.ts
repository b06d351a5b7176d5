// Watches a public log: each checkpoint must be signed and must continue the one before.
import { type Checkpoint, parseCheckpoint } from '../log/checkpoint.ts';
import { MalformedLogText } from '../log/format.ts';
import type { VerifierKey } from '../log/keys.ts';
import { openNote, parseNote, Unverified } from '../log/note.ts';
import { computed, neededTiles, wantedConsistency, wantedRoot } from '../log/proofs.ts';
import { tilePath } from '../log/tile.ts';
import { HASH_TREE } from '../log/tree.ts';
import { isConsistent } from '../log/verify.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';

/** A proof that the exchange shows more than one history, or none that its key has signed. */
export class LogAlarm extends Error {
  override name = 'LogAlarm';
  /** The checkpoint that was kept, and the one that does not continue it. */
  readonly evidence: readonly string[];
  constructor(message: string, evidence: readonly string[]) {
    super(message);
    this.evidence = evidence;
  }
}

export type Watched = { readonly note: string; readonly size: number; readonly root: string };

/**
 * Fetches the next checkpoint and checks it against the last one. Throws `LogAlarm` if both cannot be true, `LogUnreachable` if the
 * log or its hashes cannot be read. `last` is a signed note, or undefined for the first.
 */
export async function watchOnce(log: RemoteLog, key: VerifierKey, last: string | undefined): Promise<Watched> {
  const note = await log.checkpoint();
  const now = opened(note, key, last);
  const watched = { note, size: now.size, root: Buffer.from(now.root).toString('base64') };
  if (last === undefined) return watched;
  const old = parseCheckpoint(openNote(last, [key]).text);
  await compare(log, [old, last], [now, note]);
  return watched;
}

/** Checks that a checkpoint which somebody else kept is part of the same history. */
export async function compareWith(log: RemoteLog, key: VerifierKey, other: string, note: string): Promise<void> {
  const [theirs, ours] = [other, note].map((text) => parseCheckpoint(openNote(text, [key]).text));
  const [old, now]: Seen[] = [
    [theirs as Checkpoint, other],
    [ours as Checkpoint, note],
  ];
  await ((old as Seen)[0].size <= (now as Seen)[0].size
    ? compare(log, old as Seen, now as Seen)
    : compare(log, now as Seen, old as Seen));
}

type Seen = readonly [checkpoint: Checkpoint, note: string];

/** A page that a proxy shows instead proves nothing; a checkpoint of another log or key is an alarm. */
function opened(note: string, key: VerifierKey, last: string | undefined): Checkpoint {
  const [origin = ''] = note.split('\n', 1);
  const alarm = (message: string) => new LogAlarm(message, [...(last === undefined ? [] : [last]), note]);
  try {
    parseNote(note);
  } catch (error) {
    if (!(error instanceof MalformedLogText)) throw error;
    throw new LogUnreachable(`/checkpoint is something else than a checkpoint: ${error.message}`);
  }
  if (origin !== key.name)
    throw alarm(
      `the exchange now shows the log ${origin.slice(0, 200)} instead of ${key.name}: its journal was replaced by another`,
    );
  try {
    return parseCheckpoint(openNote(note, [key]).text);
  } catch (error) {
    if (error instanceof MalformedLogText) throw alarm(`the checkpoint of ${key.name} is not valid: ${error.message}`);
    if (!(error instanceof Unverified)) throw error;
    throw alarm(
      `the checkpoint of ${key.name} is not signed with the key that was known: the exchange has replaced its key, or somebody else answers in its place`,
    );
  }
}

async function compare(log: RemoteLog, [old, oldNote]: Seen, [now, note]: Seen): Promise<void> {
  const alarm = (message: string) => new LogAlarm(message, [oldNote, note]);
  if (now.size < old.size) throw alarm(`the log has shrunk from ${old.size} to ${now.size} entries`);
  if (now.size === old.size) {
    if (Buffer.from(now.root).equals(old.root)) return;
    throw alarm(`two checkpoints of ${now.size} entries have different roots: history was changed`);
  }
  if (old.size === 0) return;
  // The tiles are only believed if they add up to the signed root.
  const consistency = wantedConsistency(old.size, now.size);
  const tiles = new Map<string, Buffer>();
  for (const tile of [...neededTiles(wantedRoot(now.size)), ...neededTiles(consistency)])
    if (!tiles.has(tilePath(tile))) tiles.set(tilePath(tile), await log.tile(tile));
  const read = (tile: Parameters<typeof tilePath>[0]) => tiles.get(tilePath(tile)) as Buffer;
  const [root] = computed(HASH_TREE, wantedRoot(now.size), read);
  if (!root?.equals(now.root))
    throw alarm(`the hashes of the log do not add up to the signed root of ${now.size} entries`);
  if (!isConsistent(old, now, computed(HASH_TREE, consistency, read)))
    throw alarm(
      `the ${now.size} entries of the log do not continue the ${old.size} that were signed before: history was changed`,
    );
}
