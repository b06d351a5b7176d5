// The file with the 24 words that all wallets derive from, plain or encrypted. Its contents never appear in an error.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { type KeyPair, mnemonicToPrivateKey, mnemonicValidate } from '@ton/crypto';

/** A file cannot be used; the message says why. */
export class BadKeyFile extends Error {
  override name = 'BadKeyFile';
}

/** If the file is encrypted, its password is the first line of `passwordFile`. */
export async function readKey(mnemonicFile: string, passwordFile?: string): Promise<KeyPair> {
  const text = readPrivately(mnemonicFile);
  const isEncrypted = text.startsWith(FORM);
  if (isEncrypted && passwordFile === undefined)
    throw new BadKeyFile(`${mnemonicFile}: it is encrypted, and no file with its password is named`);
  if (!isEncrypted && passwordFile !== undefined)
    throw new BadKeyFile(`${mnemonicFile}: it is not encrypted, but a file with a password is named`);
  const words = passwordFile === undefined ? text : decrypt(text, readPassword(passwordFile), mnemonicFile);
  return keyOf(words, mnemonicFile);
}

/** Reads the words of a plain or encrypted file, and throws if they are no TON mnemonic. */
export async function readWords(mnemonicFile: string, askPassword: () => Promise<string>): Promise<string> {
  const text = readPrivately(mnemonicFile);
  const words = text.startsWith(FORM) ? decrypt(text, await askPassword(), mnemonicFile) : text;
  await keyOf(words, mnemonicFile);
  return wordsIn(words).join(' ');
}

export const keyOfWords = (words: string): Promise<KeyPair> => mnemonicToPrivateKey(wordsIn(words));

/** Creates a file that only its owner can read. Never overwrites one, since lost words cannot be recovered. */
export function writeKeyFile(path: string, text: string): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadKeyFile(
      code === 'EEXIST'
        ? `${path}: there is a file of this name, which is not overwritten`
        : `${path}: it cannot be written (${code})`,
    );
  }
}

/** The content of an encrypted key file: one line. */
export function encryptMnemonic(words: string, password: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', passwordKey(password, salt), nonce);
  const sealed = [cipher.update(words, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${FORM} ${[salt, nonce, Buffer.concat(sealed)].map((part) => part.toString('base64')).join(' ')}\n`;
}

/** Prefix of an encrypted file, with the version of its format. */
const FORM = 'millpond-key-1';
const TAG_BYTES = 16;
const WORDS = 24;

/** Slow on purpose: each guess at the password takes 128 MB and about half a second. */
const passwordKey = (password: string, salt: Buffer): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });

function decrypt(text: string, password: string, path: string): string {
  const [, salt, nonce, sealed] = text
    .trim()
    .split(' ')
    .map((part) => Buffer.from(part, 'base64'));
  if (salt?.length !== 16 || nonce?.length !== 12 || !sealed || sealed.length < TAG_BYTES)
    throw new BadKeyFile(`${path}: it is cut off or damaged`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', passwordKey(password, salt), nonce);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new BadKeyFile(`${path}: the password does not fit, or the file is damaged`);
  }
}

async function keyOf(text: string, path: string): Promise<KeyPair> {
  const words = wordsIn(text);
  if (words.length !== WORDS) throw new BadKeyFile(`${path}: it must contain ${WORDS} words, not ${words.length}`);
  if (!(await mnemonicValidate(words))) throw new BadKeyFile(`${path}: its words are no TON mnemonic`);
  return mnemonicToPrivateKey(words);
}

const wordsIn = (text: string): string[] => text.trim().toLowerCase().split(/\s+/);

/** Reads the password from the first line of a file. */
export function readPassword(path: string): string {
  const [password = ''] = readPrivately(path).split(/\r?\n/);
  if (password === '') throw new BadKeyFile(`${path}: its first line is empty`);
  return password;
}

function readPrivately(path: string): string {
  try {
    // A file that others can access is refused, and its mode is not corrected: they may already have read it.
    const mode = statSync(path).mode & 0o777;
    if ((mode & 0o077) !== 0 && process.platform !== 'win32')
      throw new BadKeyFile(
        `${path}: others may read or change it (mode ${mode.toString(8)}): chmod 600 keeps them out`,
      );
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof BadKeyFile) throw error;
    throw new BadKeyFile(`${path}: it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
