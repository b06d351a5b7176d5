// Signed notes (C2SP signed-note) with the Ed25519 signatures of logs, and the timestamped ones of witnesses (tlog-cosignature).
import { fromBase64, MalformedLogText } from './format.ts';
import { hasControls, isKeyName, isSignedBy, type SigningKey, signBytes, type VerifierKey } from './keys.ts';

/** A valid signature by a known key; `time` is that of a cosignature, in seconds since 1970. */
export type Verified = { readonly key: VerifierKey; readonly line: string; readonly time?: number };
export type OpenedNote = { readonly text: string; readonly signatures: readonly Verified[] };

/** The same limits as in Go's sumdb. */
const MOST_BYTES = 1_000_000;
const MOST_SIGNATURES = 100;
/** A time and an Ed25519 signature. */
const COSIGNATURE_BYTES = 72;
/** The last second of which JavaScript knows the date. */
const LAST_SECOND = 8_640_000_000_000;

/** A known key whose signature does not fit, or no signature by a known key. */
export class Unverified extends Error {
  override readonly name = 'Unverified';
}

/** One line, with the newline at its end. `nowSeconds` is needed for cosignatures, which say when they were made. */
export function signatureLine(key: SigningKey, text: string, nowSeconds = 0): string {
  const signature =
    key.type === 'note'
      ? signBytes(key, text)
      : Buffer.concat([u64(nowSeconds), signBytes(key, cosignedText(nowSeconds, text))]);
  const id = Buffer.alloc(4);
  id.writeUInt32BE(key.id);
  return `— ${key.name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** `text` must end with a newline. */
export function signNote(text: string, key: SigningKey): string {
  if (!text.endsWith('\n') || !text.isWellFormed() || hasControls(text)) throw new Error('this text cannot be a note');
  return `${text}\n${signatureLine(key, text)}`;
}

/** Checks the signatures of known keys and ignores others. Throws `MalformedLogText`, or `Unverified` if no known key signed or one did not sign this text. */
export function openNote(note: string | Uint8Array, known: readonly VerifierKey[]): OpenedNote {
  const { text, lines } = parseNote(note);
  const signatures: Verified[] = [];
  for (const { line, name, id, signature } of lines) {
    const key = known.find((candidate) => candidate.name === name && candidate.id === id);
    if (!key || signatures.some((earlier) => earlier.key === key)) continue;
    signatures.push(verified(key, text, line, signature));
  }
  if (signatures.length > 0) return { text, signatures };
  throw new Unverified(`it is not signed by ${known.map(({ name }) => name).join(' or ') || 'any known key'}`);
}

/** True if the note has a valid signature by this key. */
export function hasSignature(note: string, key: VerifierKey): boolean {
  try {
    return openNote(note, [key]).signatures.length > 0;
  } catch (error) {
    if (error instanceof Unverified) return false;
    throw error;
  }
}

/** Names and times of the cosignatures of a note, without checking them. */
export const cosignaturesIn = (note: string): readonly { readonly name: string; readonly time: number }[] =>
  parseNote(note)
    .lines.filter(({ signature }) => signature.length === COSIGNATURE_BYTES)
    .map(({ name, signature }) => ({ name, time: Number(signature.readBigUInt64BE()) }));

type SignatureLine = { readonly line: string; readonly name: string; readonly id: number; readonly signature: Buffer };

export function parseNote(note: string | Uint8Array): { text: string; lines: readonly SignatureLine[] } {
  const whole = decoded(note);
  const split = whole.lastIndexOf('\n\n');
  if (split < 0) throw new MalformedLogText('the note has no empty line before its signatures');
  const lines = whole.slice(split + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw new MalformedLogText('the note does not end with a signature');
  if (lines.length > MOST_SIGNATURES)
    throw new MalformedLogText(`the note has more than ${MOST_SIGNATURES} signatures`);
  return { text: whole.slice(0, split + 1), lines: lines.map(parseLine) };
}

function decoded(note: string | Uint8Array): string {
  if (note.length > MOST_BYTES) throw new MalformedLogText(`the note is longer than ${MOST_BYTES} bytes`);
  const text = typeof note === 'string' ? note : fromUtf8(note);
  if (!text.isWellFormed()) throw new MalformedLogText('the note is not UTF-8');
  if (hasControls(text)) throw new MalformedLogText('the note contains control characters');
  return text;
}

function fromUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MalformedLogText('the note is not UTF-8');
  }
}

function parseLine(line: string): SignatureLine {
  const [, name = '', base64] = /^— ([^ ]+) ([^ ]+)$/u.exec(line) ?? [];
  if (base64 === undefined || !isKeyName(name))
    throw new MalformedLogText(`"${line.slice(0, 100)}" is not a signature`);
  const bytes = fromBase64(base64, `the signature of ${name}`);
  if (bytes.length < 5) throw new MalformedLogText(`the signature of ${name} is too short`);
  return { line: `${line}\n`, name, id: bytes.readUInt32BE(), signature: bytes.subarray(4) };
}

function verified(key: VerifierKey, text: string, line: string, signature: Buffer): Verified {
  if (key.type === 'note') {
    if (isSignedBy(key, text, signature)) return { key, line };
  } else if (signature.length === COSIGNATURE_BYTES) {
    const time = Number(signature.readBigUInt64BE());
    if (time <= LAST_SECOND && isSignedBy(key, cosignedText(time, text), signature.subarray(8))) {
      return { key, line, time };
    }
  }
  throw new Unverified(`the signature of ${key.name} does not fit the text`);
}

const cosignedText = (time: number, text: string): string => `cosignature/v1\ntime ${time}\n${text}`;

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
