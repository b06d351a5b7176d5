// Signed checkpoints: C2SP signed-note, tlog-checkpoint and tlog-cosignature.
import { type Bytes, fromBase64, isEqual, sha256, subtle, toHex, utf8, wholeNumber } from './bytes.ts';
import { ProofRefused, type ProofStep } from './refused.ts';

/** The keys that the caller trusts. */
export type Trust = {
  /** The log's key as `getLog` tells it: `<name>+<key id>+<public key>`. Keep it: a log that could change its key could change its past. */
  readonly key: string;
  /** Keys of witnesses, in the same form. */
  readonly witnesses?: readonly string[] | undefined;
  /** How many of these witnesses must have signed; default 0. */
  readonly quorum?: number | undefined;
};

export type VerifiedCheckpoint = {
  readonly origin: string;
  readonly size: number;
  /** In hex. */
  readonly root: string;
  /** Known witnesses that signed, with the time in seconds since 1970. */
  readonly witnesses: readonly { readonly name: string; readonly time: number }[];
  readonly steps: readonly ProofStep[];
};

type Key = { readonly name: string; readonly id: Bytes; readonly isWitness: boolean; readonly publicKey: Bytes };
type Signature = { readonly name: string; readonly bytes: Bytes };

const MOST_SIGNATURES = 100;
/** The last second of which JavaScript knows the date. */
const LAST_SECOND = 8_640_000_000_000;

/** Checks the log's signature and those of known witnesses; signatures of unknown keys are ignored. */
export async function verifyCheckpoint(
  note: string,
  { key, witnesses = [], quorum = 0 }: Trust,
): Promise<VerifiedCheckpoint> {
  const { text, signatures } = splitNote(note);
  const log = await readKey(key);
  if (log.isWitness) throw new ProofRefused(`The key of ${log.name} is that of a witness, not of a log.`);
  const steps: ProofStep[] = [];
  if ((await timesOf(log, text, signatures, steps)).length === 0) {
    throw new ProofRefused(`The checkpoint is not signed by ${log.name}. Is the key the right one?`);
  }
  const cosigned: { name: string; time: number }[] = [];
  for (const vkey of new Set(witnesses)) {
    const witness = await readKey(vkey);
    if (!witness.isWitness) throw new ProofRefused(`The key of ${witness.name} is not that of a witness.`);
    const [time] = await timesOf(witness, text, signatures, steps);
    if (time !== undefined) cosigned.push({ name: witness.name, time });
  }
  if (!(cosigned.length >= quorum)) {
    throw new ProofRefused(
      `${cosigned.length} of the known witnesses have signed, and ${quorum} are needed. Try a later checkpoint.`,
      steps,
    );
  }
  const checkpoint = readCheckpoint(text);
  if (checkpoint.origin === log.name) return { ...checkpoint, witnesses: cosigned, steps };
  throw new ProofRefused(`The checkpoint is of the log ${checkpoint.origin}, and the key of ${log.name}.`, steps);
}

function splitNote(note: string): { text: string; signatures: readonly Signature[] } {
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

const notANote = () => new ProofRefused('The checkpoint is not a signed note: it was cut off or changed on its way.');

function readCheckpoint(text: string): { origin: string; size: number; root: string } {
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  if (origin === '' || more.pop() !== '' || more.includes('')) throw notANote();
  const hash = fromBase64(root, 'The root of the checkpoint');
  if (hash.length !== 32) throw new ProofRefused('The root of the checkpoint has not 32 bytes.');
  return { origin, size: wholeNumber(size, 'The size of the checkpoint'), root: toHex(hash) };
}

async function readKey(vkey: string): Promise<Key> {
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
async function timesOf(
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
      throw new ProofRefused(
        `The signature of ${key.name} does not fit the checkpoint: one of them was changed.`,
        steps,
      );
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
