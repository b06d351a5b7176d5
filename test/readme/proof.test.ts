// The auditor's commands in docs/proof.md run as printed on a real exchange with a witness, and refuse what was changed. Takes 15 s.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

const NEEDED = ['bash', 'curl', 'jq', 'openssl', 'python3'];
const missing = NEEDED.filter((tool) => spawnSync('which', [tool]).status !== 0);
if (missing.length > 0) console.warn(`docs/proof.md is not run: ${missing.join(', ')} missing`);

const MARK = 'and now with what was changed';
const ON_CHANGED = [
  `jq '.row |= sub("[0-9]"; "x")' proof > other; isLogged other`,
  `sed '2s/$/0/' checkpoint > other; isSigned other`,
  `sed '3s/^.../AAA/' checkpoint > other; python3 history.py $URL other`,
];

const PATIENT = { timeout: 60_000, interval: 200 };
const blocks = [...readFileSync(join(MAIN, '../../docs/proof.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, text]) => text as string,
);

test.skipIf(missing.length > 0)('each command for an auditor works as printed', { timeout: 300_000 }, async () => {
  const folder = temporaryDirectory();
  const at = (name: string) => join(folder, name);
  const DATABASE_URL = `sqlite:${at('millpond.db')}`;
  const millpond = async (...args: string[]) => {
    const program = new Program([process.execPath, MAIN, ...args], { DATABASE_URL });
    expect((await program.ended).code, program.stderr).toBe(0);
    return program.stdout.trim();
  };
  for (const name of ['log.key', 'witness.key']) await millpond('log', 'key', 'create', at(name));
  const VKEY = vkeyOf(signingKey(readFileSync(at('log.key'), 'utf8'), 'example.com/log', 'note'));
  const cosign = ['--listen', '0', '--cosign-key', at('witness.key'), '--cosign-name', 'witness.example'];
  const witness = new Program([
    ...([process.execPath, MAIN, 'watch', 'http://127.0.0.1:9', '--key', VKEY, '--state', at('state.json')] as const),
    ...[...cosign, '--every', '3600'],
  ]);
  const [, WITNESSES = ''] = await witness.printed(/WITNESSES="([^"]+)"/);
  const log = { LOG_KEY_FILE: at('log.key'), LOG_ORIGIN: 'example.com/log', CHECKPOINT_SECONDS: '1', WITNESSES };
  const { url } = await Server.start(at('millpond.db'), { ...log, DATABASE_URL });
  const swap = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } };
  const headers = { 'content-type': 'application/json' };
  const swapped = await fetch(`${url}/createSwap`, { method: 'POST', headers, body: JSON.stringify(swap) });
  const { transactionId: ID } = ((await swapped.json()) as { data: { transactionId: string } }).data;
  const KEY = await millpond('key', 'create', '--account', 'local', '--role', 'trader');
  await millpond('liabilities');
  const answered = async (path: string) => ((await (await fetch(`${url}/${path}`)).json()) as { data: object }).data;
  await expect.poll(() => answered('getLiabilities'), PATIENT).toHaveProperty('transaction.size');
  await expect.poll(() => answered('getLog'), PATIENT).toHaveProperty('witnesses.0.name', 'witness.example');
  await millpond('backup', at('copy.db'));

  const given = { URL: url, VKEY, WITNESS: WITNESSES.split(' ')[0] as string, KEY, ID };
  const begin = [
    ...Object.entries(given).map(([name, value]) => `${name}='${value}'`),
    `millpond() { '${process.execPath}' '${MAIN}' "$@"; }`,
  ].join('\n');
  const [keys = '', ...commands] = blocks;
  expect(keys).toMatch(/^URL=.*\nVKEY=.*\nWITNESS=.*\n$/);
  const script = [begin, ...commands, `echo; echo ${MARK}`, ...ON_CHANGED].join('\n');
  const { stdout } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [printed = '', changed = ''] = stdout.split(`\n${MARK}\n`);
  expect(printed).toMatch(/^(Signature Verified Successfully\n){2}.* UTC 20\d\d\n/);
  expect(printed).toContain(`it is in the log\nmillpond-row/v1\n`);
  expect(printed).toContain(`\n${ID}\nswap\nlocal\n`);
  expect(printed.match(/ entries of example.com\/log are part of this history$/gm)).toHaveLength(2);
  expect(printed).toMatch(/^audit passed: .*$/m);
  expect(printed).toMatch(/^the journal continues the checkpoint of \d+ entries$/m);
  expect(printed).toMatch(/these totals are in the log\n$/);

  expect(changed).toContain('Signature Verification Failure');
  expect(changed).toContain('are NOT part of this history');
  expect(changed).not.toMatch(/it is in the log|are part of/);
});
