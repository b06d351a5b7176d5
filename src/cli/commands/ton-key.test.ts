// The key of an exchange on TON: readable by its owner only, never overwriting another, and shown only on request.
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { TESTNET } from '#devnet/contracts/wallet-v5';
import { useTempFolder } from '../../../test/temp-folder.ts';
import type { Account } from '../../core/amount.ts';
import { readKey } from '../../ton/wallets/key-file.ts';
import { Wallets } from '../../ton/wallets/wallets.ts';
import { askSecret } from '../ask-secret.ts';
import { run } from '../run.ts';

const inFolder = useTempFolder();

async function ton(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void err.push(line));
  const code = await run(['ton', 'key', ...args], {} as never);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function passwordFile(text = 'correct horse'): string {
  const path = inFolder(`password-${text.length}`);
  writeFileSync(path, `${text}\n`);
  chmodSync(path, 0o600);
  return `--ton-password-file=${path}`;
}

const WORDS = /^([a-z]+ ){23}[a-z]+$/;

test('a new key is encrypted, its file is readable by its owner only, and its words are shown on request', async () => {
  const path = inFolder('key');
  const made = await ton('create', path, passwordFile());
  expect(made).toMatchObject({ code: 0, out: '' });
  expect(made.err).toContain(`${path}: a key of 24 words, encrypted; public key`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { code, out } = await ton('show', path, passwordFile());
  expect([code, out]).toEqual([0, expect.stringMatching(WORDS)]);
  const { publicKey } = await readKey(path, passwordFile().split('=')[1]);
  expect(made.err).toContain(publicKey.toString('hex'));
  expect(made.err).not.toContain(out.split(' ').slice(0, 2).join(' '));
  expect(await ton('show', path, passwordFile('another horse'))).toMatchObject({
    code: 2,
    out: '',
    err: `millpond: ${path}: the password does not fit, or the file is damaged`,
  });
  const before = readFileSync(path, 'utf8');
  expect(await ton('create', path, '--plain')).toMatchObject({
    code: 2,
    err: `millpond: ${path}: there is a file of this name, which is not overwritten`,
  });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('plain words are written if requested, and can be encrypted into another file', async () => {
  const [plain, sealed] = [inFolder('plain'), inFolder('sealed')];
  const { out } = await ton('create', plain, '--plain', '--show');
  expect(readFileSync(plain, 'utf8')).toBe(`${out}\n`);
  expect(out).toMatch(WORDS);
  expect(statSync(plain).mode & 0o777).toBe(0o600);
  expect(await ton('encrypt', plain, sealed, passwordFile())).toMatchObject({ code: 0, out: '' });
  expect(readFileSync(sealed, 'utf8')).toMatch(/^millpond-key-1 /);
  expect((await ton('show', sealed, passwordFile())).out).toBe(out);
  expect(await ton('encrypt', sealed, inFolder('third'), passwordFile())).toMatchObject({
    code: 2,
    err: `millpond: ${sealed}: it is encrypted already`,
  });
});

test.each([
  ['a missing action', [], 'usage: millpond ton key create FILE'],
  ['an unknown action', ['delete', 'x'], 'usage: millpond ton key create FILE'],
  ['encrypt with one file', ['encrypt', 'x'], 'usage: millpond ton key create FILE'],
  ['create with two files', ['create', 'x', 'y'], 'usage: millpond ton key create FILE'],
  ['a file that is not there', ['show', '/nonesuch/x'], '/nonesuch/x: it cannot be read (ENOENT)'],
  ['a folder that is not there', ['create', '/nonesuch/x', '--plain'], '/nonesuch/x: it cannot be written (ENOENT)'],
])('ton key refuses %s', async (_, args, words) => {
  const { code, out, err } = await ton(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(words);
});

test('a short password is refused, and leaves no file', async () => {
  const path = inFolder('short');
  expect(await ton('create', path, passwordFile('1234567'))).toMatchObject({
    code: 2,
    err: 'millpond: the password must have at least 8 characters; nothing was written',
  });
  expect(existsSync(path)).toBe(false);
});

describe('at a terminal', () => {
  /** A terminal that types when asked and records what is shown. */
  function terminal(...keys: string[]) {
    const shown: string[] = [];
    const modes: boolean[] = [];
    const keyboard = new EventEmitter();
    const input = Object.assign(keyboard, {
      isTTY: true as const,
      setRawMode: (isRaw: boolean) => modes.push(isRaw),
      resume() {
        for (const key of keys) setImmediate(() => keyboard.emit('data', Buffer.from(key)));
      },
      pause: () => {},
    });
    return { shown, modes, input: input as never, output: { write: (text: string) => shown.push(text) } };
  }

  test.each([
    ['at once', ['pässword\r'], 'pässword'],
    ['key by key', [...'secret', '\r'], 'secret'],
    ['with corrections', ['sek\x7fcrett\b\x7ft\n'], 'secret'],
    ['up to the end of input', ['secret\x04more'], 'secret'],
    ['not at all', ['\r'], ''],
  ])('what is typed %s is read, and not shown', async (_, keys, secret) => {
    const { shown, modes, ...rest } = terminal(...keys);
    expect(await askSecret('Password: ', rest)).toBe(secret);
    expect([shown, modes]).toEqual([
      ['Password: ', '\n'],
      [true, false],
    ]);
  });

  test('Ctrl-C cancels and restores the terminal', async () => {
    const { modes, ...rest } = terminal('sec', '\x03');
    await expect(askSecret('Password: ', rest)).rejects.toThrow('cancelled; nothing was written');
    expect(modes).toEqual([true, false]);
  });

  test('without a terminal, the error says to set TON_PASSWORD_FILE', async () => {
    const { input, output } = terminal();
    await expect(
      askSecret('?', { input: Object.assign(input as object, { isTTY: false }) as never, output }),
    ).rejects.toThrow('set TON_PASSWORD_FILE');
  });
});

test('the wallet of an account follows from the words, its name and the network', async () => {
  const path = inFolder('words');
  await ton('create', path, '--plain');
  const wallet = async (...args: string[]) => {
    const out: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line));
    const code = await run(['ton', 'wallet', ...args, `--ton-mnemonic-file=${path}`], {} as never);
    return { code, out };
  };
  const { code, out } = await wallet('ann');
  expect(code).toBe(0);
  const key = await readKey(path);
  const store = { hasWallet: async () => false, addWallet: async () => {} };
  const { address } = await new Wallets(store, key, TESTNET).of('ann' as Account);
  expect(out[0]).toBe(`${address.toString({ bounceable: false })}  wallet of ann on testnet`);
  expect(out).toHaveLength(1);
  expect((await wallet('ann', '--ton-network=mainnet')).out[0]).not.toContain(address.toString({ bounceable: false }));
  expect((await wallet()).code).toBe(2);
  expect((await wallet('an n')).code).toBe(2);
});
