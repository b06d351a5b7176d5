// Signed notes (C2SP signed-note and tlog-cosignature), and the kinds of text that a log signs.
import { type Bytes, fromBase64, isEqual, sha256, subtle, toHex, utf8 } from './bytes.ts';
import { ProofRefused, type ProofStep } from './refused.ts';

/** Each kind of text has a first line of its own, so that none can pass for another: this follows the origin of the log. */
const ENDINGS = { checkpoint: '', receipt: '/receipt', notCounted: '/not-counted' } as const;
export type SignedKind = keyof typeof ENDINGS;

export type Key = { readonly name: string; readonly id: Bytes; readonly isWitness: boolean; readonly publicKey: Bytes };
export type Signature = { readonly name: string; readonly bytes: Bytes };

const MOST_SIGNATURES = 100;
/** The last second of which JavaScript knows the date. */
const LAST_SECOND = 8_640_000_000_000;

/** The lines of a text after its first, which must be that of its kind and log. */
export function linesOf(
  kind: SignedKind,
  text: string,
  origin: string,
  steps: readonly ProofStep[],
): readonly string[] {
  const isReserved = Object.values(ENDINGS).some((ending) => ending !== '' && origin.endsWith(ending));
  const [first = '', ...lines] = text.split('\n');
  if (lines.pop() !== '' || lines.includes('')) throw notANote();
  if (first === `${origin}${ENDINGS[kind]}` && !isReserved) return lines;
  throw new ProofRefused(`The text begins with ${first}, and must begin with ${origin}${ENDINGS[kind]}.`, steps);
}

/** Checks the log's signature of a note; cosignatures are ignored. */
export async function openNote(
  kind: SignedKind,
  note: string,
  vkey: string,
  steps: ProofStep[],
): Promise<{ readonly origin: string; readonly lines: readonly string[] }> {
  const { text, signatures } = splitNote(note);
  const log = await readLogKey(vkey);
  await checkSigned(log, text, signatures, steps);
  return { origin: log.name, lines: linesOf(kind, text, log.name, steps) };
}

export async function readLogKey(vkey: string): Promise<Key> {
  const log = await readKey(vkey);
  if (log.isWitness) throw new ProofRefused(`The key of ${log.name} is that of a witness, not of a log.`);
  return log;
}

export async function checkSigned(
  log: Key,
  text: string,
  signatures: readonly Signature[],
  steps: ProofStep[],
): Promise<void> {
  if ((await timesOf(log, text, signatures, steps)).length > 0) return;
  throw new ProofRefused(`The note is not signed by ${log.name}. Is the key the right one?`);
}

export function splitNote(note: string): { text: string; signatures: readonly Signature[] } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not contain them
  if (typeof note !== 'string' || note.length > 1_000_000 || /[\x00-\x09\x0b-\x1f]/.test(note)) throw notANote();
  const split = note.lastIndexOf('\n\n');
  const lines = note.slice(split + 2).split('\n');
  if (split < 0 || lines.pop() !== '' || lines.length === 0 || lines.length > MOST_SIGNATURES) throw notANote();
  const signatures = lines.map((line) => {
    const [dash, name, base64, ...more] = line.split(' ');
    if (dash !== '—' || !name || !base64 || more.length > 0) throw notANote();
    return { name, bytes: fromBase64(base64, `The signature of ${name}`) };
  });
  return { text: note.slice(0, split + 1), signatures };
}

const notANote = () => new ProofRefused('This is not a signed note: it was cut off or changed on its way.');

export async function readKey(vkey: string): Promise<Key> {
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  if (!name || !base64) throw new ProofRefused('The key is not of the form <name>+<key id>+<public key>.');
  const bytes = fromBase64(base64, `The key of ${name}`);
  const type = bytes[0];
  if (bytes.length !== 33 || (type !== 1 && type !== 4))
    throw new ProofRefused(`The key of ${name} is of an unknown type.`);
  const hash = (await sha256(utf8(`${name}\n`), bytes)).slice(0, 4);
  if (toHex(hash) !== id) throw new ProofRefused(`The key of ${name} has a wrong character: its id does not fit.`);
  return { name, id: hash, isWitness: type === 4, publicKey: bytes.slice(1) };
}

/** The times of a key's signatures, 0 for a log's. Throws if one of them does not fit the text. */
export async function timesOf(
  key: Key,
  text: string,
  signatures: readonly Signature[],
  steps: ProofStep[],
): Promise<readonly number[]> {
  const own = signatures.filter(({ name, bytes }) => name === key.name && isEqual(bytes.slice(0, 4), key.id));
  const times: number[] = [];
  for (const { bytes } of own) {
    const time = key.isWitness && bytes.length === 76 ? Number(new DataView(bytes.buffer).getBigUint64(4)) : 0;
    const message = key.isWitness ? `cosignature/v1\ntime ${time}\n${text}` : text;
    const isLong = bytes.length === (key.isWitness ? 76 : 68) && time <= LAST_SECOND;
    if (!isLong || !(await isSigned(key.publicKey, bytes.slice(-64), utf8(message)))) {
      throw new ProofRefused(`The signature of ${key.name} does not fit the text: one of them was changed.`, steps);
    }
    times.push(time);
    steps.push({ step: 'signature', name: key.name, time: key.isWitness ? time : null });
  }
  return times;
}

async function isSigned(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await subtle().importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    throw new ProofRefused('This browser cannot check Ed25519 signatures: use a newer one.');
  }
  return subtle().verify({ name: 'Ed25519' }, key, signature, message);
}
