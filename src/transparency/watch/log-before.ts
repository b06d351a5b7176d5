// After a fork, compares the new log with what was kept of the log before it, up to the size that both share.
import { forkIn, openCheckpoint, Unproven } from '../format/evidence.ts';
import { parseVkey, type VerifierKey } from '../format/keys.ts';
import { rootsOf } from '../format/verify.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';
import { type Proven, pageAfter, provenStatements } from './statements.ts';
import type { WatchedLog } from './watch-state.ts';
import { compare, connectingHashes, LogAlarm } from './watcher.ts';

type Fork = ReturnType<typeof forkIn>;

/**
 * Returns what was compared, in words. `note` is the last checkpoint of the new log, and `before` the state of a watcher of the log before.
 * Throws `LogAlarm` if the log has other entries than it says to share, `LogUnreachable` if it says nothing of that log.
 */
export async function compareWithBefore(
  log: RemoteLog,
  key: VerifierKey,
  note: string,
  before: WatchedLog,
): Promise<string> {
  const beforeKey = parseVkey(before.vkey);
  const fork = await forkFrom(log, key, beforeKey);
  if (!fork) throw new LogUnreachable(`${key.name} does not state which entries it shares with ${beforeKey.name}`);
  const { proof, stated } = fork;
  const sizes = (notes: readonly string[]) =>
    notes.map((signed) => ({ signed, ...openCheckpoint(signed, beforeKey) })).toSorted((a, b) => b.size - a.size);
  const known = sizes([
    ...(before.days ?? []).map(({ checkpoint }) => checkpoint),
    ...(before.checkpoint ? [before.checkpoint] : []),
  ]);
  // The row of the fork itself is not shared. The watcher has seen each checkpoint continued by the next, so the largest speaks for all.
  const largest = known.find(({ size }) => size <= stated.shared && size < stated.sequence);
  const signed = Math.max(known[0]?.size ?? 0, openCheckpoint(stated.checkpoint, beforeKey).size);
  const states = `${key.name} states that it shares ${stated.shared} entries with ${beforeKey.name}, and up to ${signed - stated.shared} more that were signed are lost`;
  if (!largest || largest.size === 0)
    return `${states}; no checkpoint of so few entries was kept, so nothing is compared`;
  await compare(log, key, proof.checkpoint, note);
  const head = openCheckpoint(proof.checkpoint, key);
  const hashes = await connectingHashes(log, largest.size, head);
  if (!rootsOf(largest.size, head.size, hashes)?.old.equals(largest.root))
    throw new LogAlarm(
      {
        ...{ kind: 'shared', vkey: before.vkey, before: largest.signed, proof },
        hashes: hashes.map((hash) => hash.toString('hex')),
      },
      key,
    );
  return `${states}; the first ${largest.size} are the same`;
}

/** The statement that shares most with the log before, of those that name it by a checkpoint that it has signed. */
async function forkFrom(
  log: Pick<RemoteLog, 'statements'>,
  key: VerifierKey,
  before: VerifierKey,
): Promise<Proven<Fork> | undefined> {
  const pageFrom = (after: number) =>
    provenStatements(log, `kind=forked&${pageAfter(after)}`, after, (proof) => forkIn(proof, key));
  let most: Proven<Fork> | undefined;
  for (let page = await pageFrom(0); page.length > 0; page = await pageFrom(page.at(-1)?.stated.sequence ?? 0))
    for (const fork of page)
      if (isSignedBy(fork.stated.checkpoint, before) && fork.stated.shared >= (most?.stated.shared ?? 0)) most = fork;
  return most;
}

function isSignedBy(note: string, key: VerifierKey): boolean {
  try {
    openCheckpoint(note, key);
    return true;
  } catch (error) {
    if (error instanceof Unproven) return false;
    throw error;
  }
}
