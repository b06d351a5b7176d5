// The file with the mnemonic: its required permissions and contents; no error message contains anything of it.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { mnemonicToPrivateKey } from '@ton/crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { MAINNET } from '#devnet/contracts/wallet-v5';
import { BadKeyFile, encryptMnemonic, readKey } from './key-file.ts';
import { Wallets } from './wallets.ts';

const WORDS =
  'leaf monkey swing cluster clerk cruel quantum own draw until same arch erosion shift engage chicken joy illegal risk produce govern arrest empty shoe';

const folder = mkdtempSync(join(tmpdir(), 'millpond-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function file(text: string, mode = 0o600): string {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const other = WORDS.split(' ').toReversed().join(' ');
/** Made once, because it takes half a second. */
const sealed = encryptMnemonic(WORDS, 'a pass\u00e9 phrase');

describe('the words of a mnemonic file', () => {
  test('give the key that wallet apps derive from them', async () => {
    const key = await mnemonicToPrivateKey(WORDS.split(' '));
    expect(await readKey(file(WORDS))).toEqual(key);
    expect(await readKey(file(` ${WORDS.toUpperCase().replaceAll(' ', '\n')}\n`, 0o400))).toEqual(key);
  });

  test('if encrypted, give the same key with the password, in any Unicode composition', async () => {
    const passwordFile = file('a passe\u0301 phrase\r\nand what follows');
    const key = await readKey(file(sealed), passwordFile);
    expect(key).toEqual(await mnemonicToPrivateKey(WORDS.split(' ')));
    expect(sealed).not.toMatch(new RegExp(WORDS.split(' ').slice(0, 3).join('|')));
  });

  test.each<[string, () => Parameters<typeof readKey>, string]>([
    ['its group may read', () => [file(WORDS, 0o640)], 'others may read or change it (mode 640)'],
    ['everybody may read', () => [file(WORDS, 0o604)], 'others may read or change it (mode 604)'],
    ['others may write', () => [file(WORDS, 0o602)], 'others may read or change it (mode 602)'],
    ['does not exist', () => [join(folder, 'none')], 'it cannot be read (ENOENT)'],
    ['is a folder', () => [folder], 'it cannot be read (EISDIR)'],
    ['is empty', () => [file('')], 'it must contain 24 words, not 1'],
    ['has 23 words', () => [file(WORDS.replace('leaf ', ''))], 'it must contain 24 words, not 23'],
    ['has other words', () => [file(other)], 'its words are no TON mnemonic'],
    ['is encrypted, without a password', () => [file(sealed)], 'it is encrypted, and no file'],
    ['is plain, with a password', () => [file(WORDS), file('x')], 'it is not encrypted, but'],
    ['has an empty password', () => [file(sealed), file('\nx')], 'its first line is empty'],
    [
      'has a password that others may read',
      () => [file(sealed), file('x', 0o644)],
      'others may read or change it (mode 644)',
    ],
    [
      'has another password',
      () => [file(sealed), file('another')],
      'the password does not fit, or the file is damaged',
    ],
    [
      'was altered',
      () => [file(flipped(sealed)), file('a pass\u00e9 phrase')],
      'the password does not fit, or the file is damaged',
    ],
    ['is cut off', () => [file(sealed.slice(0, 60)), file('x')], 'it is cut off or damaged'],
  ])('are refused if the file %s, and the error does not contain them', async (_, files, words) => {
    const error = await readKey(...files()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadKeyFile);
    expect(inspect(error)).toContain(words);
    for (const word of WORDS.split(' ')) expect(inspect(error)).not.toContain(` ${word} `);
  });
});

test('an inspected or serialized Wallets object does not contain its key', async () => {
  const key = await mnemonicToPrivateKey(WORDS.split(' '));
  const wallets = new Wallets({ hasWallet: async () => true, addWallet: async () => {} }, key, MAINNET);
  const shown = inspect(wallets, { depth: 9, showHidden: true }) + JSON.stringify(wallets);
  expect(shown).not.toMatch(/secretKey|Buffer/);
});

/** Flips one bit of the encrypted part. */
const flipped = (text: string): string => {
  const parts = text.trim().split(' ');
  const bytes = Buffer.from(parts.at(-1) ?? '', 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return [...parts.slice(0, -1), bytes.toString('base64')].join(' ');
};
