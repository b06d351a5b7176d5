// The signed statement that a list of what is owed does not count an account among the holders of a token.
import { fromHex, toHex, wholeNumber } from './bytes.ts';
import type { Trust } from './checkpoint.ts';
import { openNote } from './note.ts';
import { ProofRefused, type ProofStep } from './refused.ts';

export type NotCounted = {
  readonly origin: string;
  readonly account: string;
  readonly token: string;
  /** SHA-256 of the list, in hex. */
  readonly list: string;
  /** The time of the list. */
  readonly timeMs: number;
  readonly steps: readonly ProofStep[];
};

/** Resolves if the log signed the statement. It is false if your activity until then says that you had some of the token. */
export async function verifyNotCounted(note: string, { key }: Pick<Trust, 'key'>): Promise<NotCounted> {
  const steps: ProofStep[] = [];
  const { origin, lines } = await openNote('notCounted', note, key, steps);
  const [account, token, hash, timeMs, ...more] = lines;
  if (account === undefined || token === undefined || more.length > 0)
    throw new ProofRefused('The statement has not four lines: a newer client may be able to read it.', steps);
  const list = toHex(fromHex(hash, 'The hash of the list'));
  const at = wholeNumber(timeMs, 'The time of the list');
  // A date that no clock shows would make whoever formats it fail.
  if (Number.isNaN(new Date(at).getTime())) throw new ProofRefused('The time of the list is not one.', steps);
  return { origin, account, token, list, timeMs: at, steps };
}
