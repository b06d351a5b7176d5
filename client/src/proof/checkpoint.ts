// Signed checkpoints (C2SP tlog-checkpoint).
import { fromBase64, toHex, wholeNumber } from './bytes.ts';
import { checkSigned, linesOf, readKey, readLogKey, splitNote, timesOf } from './note.ts';
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

/** Checks the log's signature and those of known witnesses; signatures of unknown keys are ignored. */
export async function verifyCheckpoint(
  note: string,
  { key, witnesses = [], quorum = 0 }: Trust,
): Promise<VerifiedCheckpoint> {
  const { text, signatures } = splitNote(note);
  const log = await readLogKey(key);
  const steps: ProofStep[] = [];
  await checkSigned(log, text, signatures, steps);
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
  const [size, root] = linesOf('checkpoint', text, log.name, steps);
  return { origin: log.name, ...readHead(size, root), witnesses: cosigned, steps };
}

/** The size and the root of a tree, as two lines of a text. */
export function readHead(size = '', root = ''): { readonly size: number; readonly root: string } {
  const hash = fromBase64(root, 'The signed root');
  if (hash.length !== 32) throw new ProofRefused('The signed root has not 32 bytes.');
  return { size: wholeNumber(size, 'The signed size'), root: toHex(hash) };
}
