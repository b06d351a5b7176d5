// The program itself, started as a user does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { QUICK_START } from '../../test/quick-start.ts';
import { run as runHere } from './run.ts';
import { flagOf, SETTINGS } from './settings.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let folder: string;
const servers: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-cli-'));
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const databaseUrl = (name: string) => `sqlite:${join(folder, name)}`;
type Env = Readonly<Record<string, string>>;

/** Passes nothing of this process's environment but PATH: a HOST set here must not matter there. */
const start = (args: readonly string[], env: Env) =>
  spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...QUICK_START, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function run(args: readonly string[], env: Env = {}) {
  const child = start(args, env);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, out, err };
}

/** Serves on a free port; resolves when the log names it. */
async function serve(args: readonly string[], env: Env) {
  const child = start(['serve', ...args], { PORT: '0', ...env });
  servers.push(child);
  let log = '';
  const listening = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    log += `${line}\n`;
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.once('exit', () => listening.reject(new Error(`it ended before it listened: ${log}`)));
  const url = await listening.promise;
  return {
    url,
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code: code as number, log };
    },
  };
}

describe('help', () => {
  test('--help lists every command, and every setting by flag and by variable', async () => {
    const { code, out, err } = await run(['--help']);
    expect([code, err]).toEqual([0, '']);
    for (const command of [
      'serve [--demo]',
      'demo ',
      'key create',
      'key list',
      'key revoke ID',
      'account import FILE.csv',
      'audit',
      'backup FILE',
      'copy --from URL --to URL',
      'devnet [--fresh]',
      'devnet audit',
      'mcp [--url URL] [-s market,account,trade,send,operator]',
      '--version',
    ]) {
      expect(out).toContain(`millpond ${command}`);
    }
    for (const [name, { fallback, help }] of Object.entries(SETTINGS)) {
      const line = out.split('\n').find((one) => one.includes(`--${flagOf(name)} `));
      expect(line).toMatch(new RegExp(`\\b${name}\\b`));
      expect(line).toContain(help);
      expect(line).toContain(fallback);
    }
  });

  test('without a command, millpond prints the same text and ends with code 2', async () => {
    const { code, out } = await run([]);
    expect([code, out]).toEqual([2, (await run(['help'])).out]);
  });
});

describe('invalid input is reported in one line, with exit code 2', () => {
  test.each<[string, readonly string[], Env, string | RegExp]>([
    ['an unknown command', ['swap'], {}, 'there is no command "swap"; see millpond --help'],
    ['a misspelt command', ['sevre'], {}, 'there is no command "sevre"; did you mean serve?'],
    ['another misspelt command', ['backpu', 'x'], {}, 'there is no command "backpu"; did you mean backup?'],
    [
      'a misspelt flag',
      ['serve', '--databse-url=x'],
      {},
      'there is no flag --databse-url; did you mean --database-url?',
    ],
    ['a flag that resembles no other', ['serve', '--verbose'], {}, 'there is no flag --verbose; see millpond --help'],
    ['a short flag', ['serve', '-p', '80'], {}, 'there is no flag -p; see millpond --help'],
    ['backup without a file', ['backup'], {}, 'usage: millpond backup FILE'],
    ['backup to two files', ['backup', 'a', 'b'], {}, 'usage: millpond backup FILE'],
    [
      'backup to an existing file',
      ['backup', MAIN],
      {},
      `${MAIN}: the file already exists; a backup does not overwrite files`,
    ],
    ['a flag with swapped letters', ['serve', '--prot', '80'], {}, 'there is no flag --prot; did you mean --port?'],
    ['a flag without its value', ['serve', '--port'], {}, /^Option '--port <value>' argument missing/],
    ['a value for a switch', ['serve', '--demo=yes'], {}, /^Option '--demo' does not take an argument/],
    ['a word too many', ['serve', 'demo'], {}, '"demo" is not expected after "serve"; see millpond --help'],
    ['--check for a backup', ['backup', 'a', '--check'], {}, '--check is only for millpond account import'],
    ['an invalid value by variable', ['serve'], { PORT: 'http' }, 'PORT=http: must be a whole number from 0 to 65535'],
    ['an invalid value by flag', ['audit', '--auth', 'x'], {}, '--auth=x: must be local or keys'],
    [
      'an address without keys',
      ['serve', '--host', '0.0.0.0'],
      {},
      'HOST=0.0.0.0: other machines can reach this address, so it needs AUTH=keys',
    ],
    [
      'key alone',
      ['key'],
      {},
      /^usage: millpond key create --account NAME --role trader\|operator, key list, key revoke ID/,
    ],
    ['key revoke without an id', ['key', 'revoke'], {}, 'usage: millpond key revoke ID'],
    ['key list with an account', ['key', 'list', 'alice'], {}, /^usage: millpond key create/],
    [
      'key create without an account',
      ['key', 'create', '--role', 'trader'],
      {},
      '--account must be 1 to 128 printable characters without spaces',
    ],
    [
      'key create for an account with a space',
      ['key', 'create', '--role', 'trader', '--account', 'the lock'],
      {},
      '--account must be 1 to 128 printable characters without spaces',
    ],
    [
      'key create for another role',
      ['key', 'create', '--role', 'admin', '--account', 'alice'],
      {},
      '--role must be trader or operator',
    ],
  ])('%s', async (_name, args, env, message) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const openStore = vi.fn();
    const code = await runHere(args, {
      openStore,
      openCopyTarget: vi.fn(),
    });
    const lines = said.mock.calls.flat();
    vi.unstubAllEnvs();
    said.mockRestore();
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/^millpond: [^\n]+$/)]);
    const [line] = lines as [string];
    expect(line.slice('millpond: '.length)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(openStore).not.toHaveBeenCalled();
  });

  test.each([
    ['an unknown command', ['swap'], 'millpond: there is no command "swap"; see millpond --help\n'],
    ['an unknown flag', ['serve', '--prot', '80'], 'millpond: there is no flag --prot; did you mean --port?\n'],
    ['an invalid value', ['serve', '--port', 'x'], 'millpond: --port=x: must be a whole number from 0 to 65535\n'],
  ])('the process prints that line too: %s', async (_name, args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });
});

test('audit, key list, key create and backup do not create a missing database file', async () => {
  const path = join(folder, 'nowhere.db');
  for (const args of [
    ['audit'],
    ['key', 'list'],
    ['key', 'create', '--account', 'alice', '--role', 'trader'],
    ['backup', join(folder, 'copy.db')],
  ]) {
    const { code, err } = await run(args, { DATABASE_URL: `sqlite:${path}` });
    expect([code, err]).toEqual([2, `millpond: ${path}: there is no such file; millpond serve creates it\n`]);
    expect(existsSync(path)).toBe(false);
  }
});

test('--version prints the version', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, out: `millpond ${version}\n`, err: '' });
});

test('an outdated Node is reported in one line, before the program is loaded', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } })";
  const check = fileURLToPath(new URL('../../bin/check-node.cjs', import.meta.url));
  const outcome = async (...args: string[]) => {
    const child = spawn(process.execPath, [...args, '--import', check, '--eval', 'console.log("parsed")']);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, out, err };
  };
  expect(await outcome('--import', `data:text/javascript,${old}`)).toEqual({
    code: 2,
    out: '',
    err: 'millpond: this is Node 22.1.0, and Millpond needs 24 or newer: see https://nodejs.org\n',
  });
  expect(await outcome()).toEqual({ code: 0, out: 'parsed\n', err: '' });
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const name of ['start', 'millpond']) expect(scripts[name]).toContain('--import ./bin/check-node.cjs');
});

test('serve reports a port in use in one line, with exit code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, err } = await run(['serve'], { PORT: `${port}`, DATABASE_URL: databaseUrl('port.db') });
  taken.close();
  expect(code).toBe(2);
  expect(err).toBe(
    `millpond: 127.0.0.1:${port} is in use by another Millpond or another program: stop it, or choose another port with --port or PORT (for metrics: --metrics-port or METRICS_PORT)\n`,
  );
});

test('keys are created, listed and revoked while a server runs, which notices at once', async () => {
  const env = { DATABASE_URL: databaseUrl('keys.db'), AUTH: 'keys' };
  const server = await serve([], env);
  const ask = async (key: string) =>
    (await fetch(`${server.url}/getBalances`, { headers: { authorization: `Bearer ${key}` } })).status;

  const made = await run(['key', 'create', '--account', 'alice', '--role', 'trader'], env);
  expect(made.code).toBe(0);
  const key = made.out.trimEnd();
  const [, id] = /^mp_([0-9a-f]{16})_[\w-]{43}$/.exec(key) as unknown as [string, string];
  expect(made.err).toBe(`Key ${id} for trader alice. It is shown only once; send it as Authorization: Bearer <key>.\n`);
  expect(await ask(key)).toBe(200);

  const unseen = await run(['key', 'create', '--account', 'alice\ufe0f', '--role', 'trader'], env);
  expect(unseen.err).toBe('millpond: --account contains U+FE0F, an invisible character\n');

  const listed = await run(['key', 'list'], env);
  expect(listed.out).toMatch(new RegExp(`^${id}  trader    \\d{4}-\\S+Z  -\\s+alice$`, 'm'));
  expect(listed.out).not.toContain(key.slice(-43));

  expect(await run(['key', 'revoke', id], env)).toEqual({ code: 0, out: `Key ${id} is revoked.\n`, err: '' });
  expect(await ask(key)).toBe(401);
  const again = { code: 1, out: '', err: `millpond: there is no active key ${id}\n` };
  expect(await run(['key', 'revoke', id], env)).toEqual(again);
  expect((await run(['key', 'list'], env)).out).toMatch(
    new RegExp(`^${id}  trader    \\S+Z  \\d{4}-\\S+Z  alice$`, 'm'),
  );
  expect((await server.stop()).code).toBe(0);
});

test('the demo market is created once, survives a restart, and passes the audit while it is served', async () => {
  const env = { DATABASE_URL: databaseUrl('demo.db') };
  const passed =
    /^audit passed: (\d+) transactions, \d+ transfers, \d+ balances\nread all transactions, since (?:no earlier audit has stated where the next one may start|the key of the public log is not here, which would show where the last audit ended)\n(\d+ checkpoints? of the public log compared\nsigned with .*\n)?$/;
  const first = await serve(['--demo'], env);
  const router = await (await fetch(`${first.url}/getRouterData`)).text();
  const before = await run(['audit'], env);
  expect([before.code, before.out]).toEqual([0, expect.stringMatching(passed)]);
  expect(before.err).toMatch(/^audit: \d+ of \d+ \(100 %\)\n$/);
  const { code, log } = await first.stop();
  expect([code, log]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);

  const second = await serve(['--demo'], env);
  expect(await (await fetch(`${second.url}/getRouterData`)).text()).toBe(router);
  // A checkpoint may have been signed in the meantime.
  expect((await run(['audit'], env)).out.split('\n')[0]).toBe(before.out.split('\n')[0]);
  await second.stop();
});
