// Compares a checkpoint that the exchange shows with the last one that this browser has kept.
import { type Comparison, compareCheckpoints, ProofRefused, type ReadTile, verifyCheckpoint } from '#client/proof';
import { type Alarm, type KeptLog, ownLog, type RememberedLog, sizeOf } from './kept.ts';

export type Shown = { readonly checkpoint: string; readonly vkey: string };

/** How a checkpoint relates to the kept one; `sinceMs` is when the first was kept. `old`: it is smaller, and does not contradict it. */
export type Compared =
  | { readonly is: 'first' }
  | { readonly is: 'continued'; readonly sinceMs: number }
  | { readonly is: 'old' }
  | { readonly is: 'alarm'; readonly alarm: Alarm };

/** The page's own server and storage; tests have others. */
type Surroundings = { readonly log: KeptLog; readonly readTile: ReadTile; nowMs(): number };

const HERE: Surroundings = { log: ownLog, readTile: fetchTile, nowMs: Date.now };

/**
 * Asks for a checkpoint and compares it. Keeps it if it is the first or continues the last, and an alarm if it contradicts it. Rejects
 * if the exchange does not answer, or not with what can be compared, and with `ProofRefused` if a first checkpoint is not valid: none is an alarm.
 */
export async function look(ask: () => Promise<Shown>, { log, readTile, nowMs } = HERE): Promise<Compared> {
  // Read before asking: what another tab verifies meanwhile may be newer than the answer.
  const before = await soundOf(log);
  const shown = await ask();
  if (before?.alarm) return { is: 'alarm', alarm: before.alarm };
  const comparison = before && (await comparedWith(before, shown, readTile));
  if (before && (comparison?.is === 'fork' || comparison?.is === 'other')) {
    const seen = { kept: before.last, shown: shown.checkpoint, vkey: shown.vkey, atMs: nowMs() };
    const alarm: Alarm =
      comparison.is === 'fork'
        ? { kind: 'changed', ...seen, evidence: comparison.evidence }
        : { kind: 'other', ...seen };
    log.keep({ ...before, alarm });
    return { is: 'alarm', alarm };
  }
  if (comparison?.is === 'old') return { is: 'old' };
  const now = log.read();
  if (before === null) {
    const { checkpoint, vkey } = shown;
    await verifyCheckpoint(checkpoint, { key: vkey });
    if (now === null) log.keep({ vkey, first: checkpoint, firstAtMs: nowMs(), last: checkpoint, alarm: null });
    return { is: 'first' };
  }
  const isNewer = now?.vkey === before.vkey && sizeOf(shown.checkpoint) > sizeOf(now.last);
  if (isNewer) log.keep({ ...now, last: shown.checkpoint });
  return { is: 'continued', sinceMs: before.firstAtMs };
}

/** A proof, the key to check it with, and how its checkpoint relates to the kept one; null if the exchange did not answer for that. */
export type Proven<Proof> = { readonly proof: Proof; readonly key: string; readonly history: Compared | null };

/** Asks for a proof. Rejects with `MillpondError` if the exchange gives none. */
export async function proven<Proof>(
  ask: () => Promise<Proof>,
  shownIn: (proof: Proof) => Shown,
): Promise<Proven<Proof>> {
  // The key is that of the first visit: a log that may change its key may change its past.
  const kept = ownLog.read()?.vkey;
  let got: { readonly proof: Proof } | undefined;
  const askOnce = async () => {
    got = { proof: await ask() };
    return shownIn(got.proof);
  };
  const history = await look(askOnce).catch((error) => {
    if (got === undefined) throw error;
    return null;
  });
  const { proof } = got as unknown as { readonly proof: Proof };
  return { proof, key: kept ?? shownIn(proof).vkey, history };
}

/** The kept checkpoint. Forgets it if its signature is not valid: something has changed it, and it would prove nothing. */
async function soundOf(log: KeptLog): Promise<RememberedLog | null> {
  const kept = log.read();
  if (kept === null || (await accepted(verifyCheckpoint(kept.last, { key: kept.vkey })))) return kept;
  log.forget();
  return null;
}

/** Rejects if the checkpoint or the hashes were damaged on their way: then nothing is known. */
async function comparedWith(
  { vkey, last }: RememberedLog,
  shown: Shown,
  readTile: ReadTile,
): Promise<Comparison | { readonly is: 'other' }> {
  try {
    if (shown.vkey === vkey) return await compareCheckpoints(last, shown.checkpoint, readTile, { key: vkey });
    await verifyCheckpoint(shown.checkpoint, { key: shown.vkey });
    return { is: 'other' };
  } catch (error) {
    // A server that lags behind has no hashes for the larger checkpoint: its own one is old, whether or not it can be compared.
    const isSmaller = sizeOf(shown.checkpoint) < sizeOf(last);
    if (shown.vkey === vkey && isSmaller && (await accepted(verifyCheckpoint(shown.checkpoint, { key: vkey }))))
      return { is: 'old' };
    throw error instanceof ProofRefused ? new TypeError(error.message) : error;
  }
}

/** False if the verifier refuses it. */
export const accepted = (checked: Promise<unknown>): Promise<boolean> =>
  checked.then(
    () => true,
    (error) => {
      if (error instanceof ProofRefused) return false;
      throw error;
    },
  );

const TIMEOUT_MS = 20_000;

/** Not from the browser's cache: after a restore the exchange shows another log at the same paths. */
async function fetchTile(path: string): Promise<Uint8Array> {
  const answer = await fetch(`/${path}`, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A valid point, to find out whether the browser knows Ed25519. */
const POINT = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66));

/** False in browsers without Ed25519, and on pages over plain http, where browsers offer no Web Crypto. */
export const canVerify = async (): Promise<boolean> => {
  try {
    await crypto.subtle.importKey('raw', POINT, { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch {
    return false;
  }
};
