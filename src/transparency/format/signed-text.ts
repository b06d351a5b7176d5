// The kinds of text that the key of a log signs. Each begins with a line of its own, so that none can pass for another.
import { MalformedLogText } from './format.ts';
import type { SigningKey, VerifierKey } from './keys.ts';
import { openNote, signNote } from './note.ts';

/** What follows the origin on the first line. A checkpoint has the origin alone, as C2SP tlog-checkpoint demands. */
const ENDINGS = { checkpoint: '', receipt: '/receipt', notCounted: '/not-counted', audited: '/audited' } as const;
export type SignedKind = keyof typeof ENDINGS;

const firstLineOf = (kind: SignedKind, origin: string): string => `${origin}${ENDINGS[kind]}`;

/** The kind of text that begins with this line; any line without one of the endings may be the origin of a checkpoint. */
const kindOf = (firstLine: string): SignedKind =>
  (Object.keys(ENDINGS) as SignedKind[]).find((kind) => ENDINGS[kind] !== '' && firstLine.endsWith(ENDINGS[kind])) ??
  'checkpoint';

/** False for a name whose checkpoints would begin like another kind of text. */
export const mayBeOrigin = (origin: string): boolean => kindOf(origin) === 'checkpoint';

/** Signs lines after the first one of their kind. The name of the key is the origin of the log. */
export function signLines(kind: SignedKind, lines: readonly string[], key: SigningKey): string {
  if (!mayBeOrigin(key.name)) throw new Error(`a log cannot be named ${key.name}`);
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw new Error('a line is empty or contains a newline');
  return signNote(`${[firstLineOf(kind, key.name), ...lines].join('\n')}\n`, key);
}

/** The lines after the first. Throws `Unverified` if the key did not sign the note, and `MalformedLogText` if it is of another kind or log. */
export function openLines(kind: SignedKind, note: string | Uint8Array, key: VerifierKey): readonly string[] {
  const [first = '', ...lines] = openNote(note, [key]).text.split('\n');
  if (lines.pop() === '' && first === firstLineOf(kind, key.name) && mayBeOrigin(key.name)) return lines;
  throw new MalformedLogText(`the note begins with "${first}" instead of "${firstLineOf(kind, key.name)}"`);
}
