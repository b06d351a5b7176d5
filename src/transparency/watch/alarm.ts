// Raises an alarm: the evidence on disk first, then a post to a URL.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Evidence, provenBy } from '../format/evidence.ts';
import { MalformedLogText } from '../format/format.ts';
import { parseVkey, type VerifierKey, vkeyOf } from '../format/keys.ts';

/** The first line of an evidence file's format. */
const FORMAT = 'millpond-evidence/v1';
const POST_TRIES = 3;
const POST_TIMEOUT_MS = 10_000;

/** All that somebody needs who has only this and a key that they trust. */
export type EvidenceFile = {
  readonly format: typeof FORMAT;
  readonly at: string;
  readonly url: string;
  /** The key with which the log has signed. */
  readonly vkey: string;
  readonly message: string;
  readonly evidence: Evidence;
};

export const evidenceFile = (found: Omit<EvidenceFile, 'format' | 'at'>): EvidenceFile => ({
  format: FORMAT,
  at: new Date().toISOString(),
  ...found,
});

/**
 * What the text of an evidence file proves, and by whose key. Without a trusted key the one in the file is used. Throws `Unproven`,
 * or `MalformedLogText` if it is something else.
 */
export function verifiedFile(text: string, trusted?: VerifierKey): { readonly proven: string; readonly vkey: string } {
  const { format, evidence, vkey: named } = parsed(text);
  if (format !== FORMAT || typeof named !== 'string' || !evidence)
    throw new MalformedLogText(`it is not a file of evidence (${FORMAT})`);
  const key = trusted ?? parseVkey(named);
  try {
    return { proven: provenBy(evidence, key), vkey: vkeyOf(key) };
  } catch (error) {
    if (error instanceof TypeError) throw new MalformedLogText('its evidence lacks a part');
    throw error;
  }
}

function parsed(text: string): Partial<EvidenceFile> {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file === 'object' && file !== null) return file;
  } catch {
    // Reported below.
  }
  throw new MalformedLogText(`it is not a file of evidence (${FORMAT})`);
}

/** The first evidence is never overwritten, nor do restarts fill the disk: all later evidence shares a second file. Returns its name. */
export async function writeEvidence(stateFile: string, file: EvidenceFile): Promise<string> {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  const [first, later] = [`${stateFile}.alarm`, `${stateFile}.alarm-again`];
  try {
    await writeFile(first, text, { flag: 'wx', flush: true });
    return first;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await writeFile(later, text, { flush: true });
    return later;
  }
}

/** Tries a few times; a failure is passed to `warn`. */
export async function post(url: string, body: object, warn: (message: string) => void): Promise<void> {
  for (let tried = 1; tried <= POST_TRIES; tried++) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(POST_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      warn(`the alarm could not be sent to ${url}: it answered ${answer.status}`);
    } catch (error) {
      warn(`the alarm could not be sent to ${url}: ${(error as Error).message}`);
    }
    if (tried < POST_TRIES) await sleep(tried * 2000);
  }
}
