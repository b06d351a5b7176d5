// The add-checkpoint call of C2SP tlog-witness, from both sides.
import { type Checkpoint, EMPTY_HEAD, parseCheckpoint } from './checkpoint.ts';
import { hashFromBase64, MalformedLogText, sizeOf } from './format.ts';
import type { SigningKey, VerifierKey } from './keys.ts';
import { openNote, parseNote, signatureLine, Unverified, type Verified } from './note.ts';
import { EMPTY_ROOT } from './tree.ts';
import { isConsistent, type TreeHead } from './verify.ts';

export const SIZE_TYPE = 'text/x.tlog.size';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const MOST_PROOF_LINES = 63;

export type AddCheckpoint = {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
};

export const addCheckpointBody = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  `old ${oldSize}\n${proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')}\n${checkpoint}`;

export function parseAddCheckpoint(body: string): AddCheckpoint {
  const split = body.indexOf('\n\n');
  if (split < 0) throw new MalformedLogText('no empty line follows the consistency proof');
  const [old = '', ...proof] = body.slice(0, split).split('\n');
  if (!old.startsWith('old ')) throw new MalformedLogText('the first line is not "old" and a size');
  if (proof.length > MOST_PROOF_LINES) throw new MalformedLogText(`the proof has more than ${MOST_PROOF_LINES} lines`);
  return {
    oldSize: sizeOf(old.slice('old '.length), 'the old size'),
    proof: proof.map((line) => hashFromBase64(line, 'a line of the proof')),
    checkpoint: body.slice(split + 2),
  };
}

/** A log that a witness follows; `latest` is the last checkpoint it cosigned. */
export type FollowedLog = { readonly keys: readonly VerifierKey[]; readonly latest?: TreeHead | undefined };

export type WitnessAnswer = {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: string;
  readonly body: string;
  /** Only with status 200: must be stored before the answer is sent, if `latest` is still the one that was given. */
  readonly cosigned?: Checkpoint;
  /** True if the log has signed a checkpoint that does not continue the last one, by the proof that came with it. */
  readonly isDoubtful?: boolean;
};

/** Decides about a request. `logOf` knows logs by their origin. */
export function answerAddCheckpoint(
  body: string,
  logOf: (origin: string) => FollowedLog | undefined,
  cosigner: SigningKey,
  nowSeconds: number,
): WitnessAnswer {
  try {
    const request = parseAddCheckpoint(body);
    const log = logOf(parseCheckpoint(parseNote(request.checkpoint).text).origin);
    if (!log) return refusal(404, 'this witness does not follow the log');
    const { text } = openNote(request.checkpoint, log.keys);
    const checkpoint = parseCheckpoint(text);
    const fault = faultOf(request, checkpoint, log.latest ?? EMPTY_HEAD);
    if (fault) return fault;
    return { status: 200, type: TEXT_TYPE, body: signatureLine(cosigner, text, nowSeconds), cosigned: checkpoint };
  } catch (error) {
    if (error instanceof MalformedLogText) return refusal(400, error.message);
    if (error instanceof Unverified) return refusal(403, error.message);
    throw error;
  }
}

function faultOf({ oldSize, proof }: AddCheckpoint, now: Checkpoint, latest: TreeHead): WitnessAnswer | undefined {
  if (oldSize > now.size) return refusal(400, 'the old size exceeds that of the checkpoint');
  const conflict = { status: 409, type: SIZE_TYPE, body: `${latest.size}\n` } as const;
  if (oldSize !== latest.size) return conflict;
  if (now.size === latest.size && latest.size > 0 && !Buffer.from(now.root).equals(latest.root))
    return { ...conflict, isDoubtful: true };
  if (now.size === 0 && !EMPTY_ROOT.equals(now.root)) return refusal(422, 'the root is not that of an empty tree');
  if (!isConsistent(latest, now, proof))
    return { ...refusal(422, 'the consistency proof does not fit'), isDoubtful: true };
  return undefined;
}

const refusal = (status: 400 | 403 | 404 | 422, message: string): WitnessAnswer => ({
  status,
  type: TEXT_TYPE,
  body: `${message}\n`,
});

/** The answer of a witness: cosignatures to publish, the size it knows, or its refusal. */
export type WitnessReply =
  | { readonly cosignatures: readonly Verified[] }
  | { readonly conflictSize: number }
  | { readonly refused: string };

/** Reads the answer of a witness about `checkpoint`, the signed note it was sent. Cosignatures of unknown keys are ignored. */
export function readWitnessAnswer(
  { status, type, body }: { status: number; type: string; body: string },
  checkpoint: string,
  witnessKeys: readonly VerifierKey[],
): WitnessReply {
  try {
    if (status === 200) {
      const { text } = parseNote(checkpoint);
      const opened = openNote(`${text}\n${body}`, witnessKeys);
      // An empty line in the answer would make a part of it belong to the text.
      if (opened.text !== text) return { refused: 'it cosigned another text' };
      return { cosignatures: opened.signatures };
    }
    if (status === 409 && type === SIZE_TYPE && body.endsWith('\n')) {
      return { conflictSize: sizeOf(body.slice(0, -1), 'the size that the witness names') };
    }
    const text = body.slice(0, 200).trim();
    return { refused: `it answered ${status}${text && `: ${text}`}` };
  } catch (error) {
    if (error instanceof MalformedLogText || error instanceof Unverified) return { refused: error.message };
    throw error;
  }
}
