// The signed statement that a list of what is owed does not count an account among the holders of a token.
import type { SigningKey } from './keys.ts';
import { signLines } from './signed-text.ts';

export type NotCounted = {
  readonly account: string;
  readonly token: string;
  /** SHA-256 of the list, in hex. */
  readonly list: string;
  /** The time of the list, in milliseconds since 1970. */
  readonly atMs: number;
};

export const signNotCounted = ({ account, token, list, atMs }: NotCounted, key: SigningKey): string =>
  signLines('notCounted', [account, token, list, String(atMs)], key);
