// millpond watch as a program: its exit codes, files, alarms and usage. Takes 15 s.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyEvidence } from '#client/proof';
import { newKeyFile, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { signatureLine } from '../../src/transparency/format/note.ts';
import { MAIN, Program, temporaryDirectory } from '../crash/process.ts';
import { entries, ServedLog } from '../log/served-log.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const VKEY = vkeyOf(KEY);
const logOf = (count: number, more = '') => new ServedLog(KEY, entries(count, more));

let server: Server;
let url: string;
/** Undefined while the exchange is down. */
let shown: ServedLog | undefined;
/** Added to the checkpoint. */
let cosignature: string;
let posted: unknown[];
/** That getLog names. */
let vkey: string;
beforeEach(async () => {
  [shown, posted, cosignature, vkey] = [logOf(10), [], '', VKEY];
  server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = '';
      for await (const part of request) body += part;
      posted.push(JSON.parse(body));
      return response.writeHead(204).end();
    }
    const { url: path = '' } = request;
    const log = JSON.stringify({ success: true, data: { vkey } });
    const note = shown && `${shown.note()}${cosignature}`;
    if (shown && path.startsWith('/getStatements')) return response.end(JSON.stringify({ data: { statements: [] } }));
    const body = path === '/checkpoint' ? note : path === '/getLog' ? log : shown?.answer(path.slice(1));
    return response.writeHead(shown && body ? 200 : 503).end(shown && body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const watch = (...args: string[]) => new Program([process.execPath, MAIN, 'watch', ...args]);
async function watched(...args: string[]) {
  const program = watch(url, ...args);
  const { code } = await program.ended;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

test('a log that is extended: exit code 0, and the state file holds the key and the last checkpoint', async () => {
  const state = join(temporaryDirectory(), 'state.json');
  const first = await watched('--once', '--state', state);
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/example.com\/log: 10 entries.*: first check/)]);
  expect(first.stderr).toContain(`trusting the key that the exchange names: ${VKEY}`);
  const kept = JSON.parse(readFileSync(state, 'utf8'));
  expect(kept).toEqual({
    vkey: VKEY,
    checkpoint: shown?.note(),
    days: [{ day: expect.stringMatching(/^20/), checkpoint: shown?.note() }],
  });
  shown = logOf(300);
  const second = await watched('--once', '--state', state, '--key', VKEY);
  expect([second.code, second.stderr]).toEqual([0, '']);
  expect(second.stdout).toMatch(/300 entries.*: continues the last checkpoint/);
  expect(JSON.parse(readFileSync(state, 'utf8')).checkpoint).toBe(shown.note());
  expect((await watched('--once', '--state', state)).stdout).toMatch(/300 entries.*: nothing new/);
});

const seen = (log: ServedLog) => {
  const state = join(temporaryDirectory(), 'state.json');
  writeFileSync(state, JSON.stringify({ vkey: VKEY, checkpoint: log.note() }));
  return state;
};

test('a fork: exit code 1, evidence in a file and posted that is verified without the exchange, and the state is kept', async () => {
  const state = seen(logOf(7, 'another'));
  const before = readFileSync(state, 'utf8');
  const { code, stderr } = await watched('--state', state, '--alarm', url);
  const message = 'the 10 entries of the log do not continue the 7 that were signed: history was changed';
  expect([code, stderr]).toEqual([1, expect.stringContaining(`ALARM: ${message}; the evidence is in ${state}.alarm`)]);
  const file = JSON.parse(readFileSync(`${state}.alarm`, 'utf8'));
  expect(file).toMatchObject({
    format: 'millpond-evidence/v1',
    at: expect.stringMatching(/^20/),
    url,
    vkey: VKEY,
    message,
  });
  expect(await verifyEvidence(file.evidence, { key: VKEY })).toMatchObject({ is: 'fork' });
  expect(posted).toEqual([{ alarm: 'history', ...file }]);
  expect(readFileSync(state, 'utf8')).toBe(before);
  shown = logOf(9);
  expect((await watched('--once', '--state', state)).stderr).toContain(`is in ${state}.alarm-again`);
  expect(JSON.parse(readFileSync(`${state}.alarm`, 'utf8')).message).toBe(message);

  shown = undefined;
  const verify = async (...args: string[]) => {
    const program = watch('--verify', ...args);
    const { code } = await program.ended;
    return [code, program.stdout + program.stderr];
  };
  expect(await verify(`${state}.alarm`, '--key', VKEY)).toEqual([0, expect.stringContaining(`PROVEN: ${message}`)]);
  expect(await verify(`${state}.alarm`)).toEqual([
    0,
    expect.stringContaining('compare it with the one that was published'),
  ]);
  const other = vkeyOf(signingKey(newKeyFile(), KEY.name, 'note'));
  expect(await verify(`${state}.alarm`, '--key', other)).toEqual([1, expect.stringContaining('proves nothing')]);
  file.evidence.hashes[0] = file.evidence.hashes[0].replace(/./, (digit: string) => (digit === '0' ? '1' : '0'));
  writeFileSync(`${state}.false`, JSON.stringify(file));
  expect(await verify(`${state}.false`, '--key', VKEY)).toEqual([1, expect.stringContaining('proves nothing')]);
  expect(await verify(state, '--key', VKEY)).toEqual([2, expect.stringContaining('it is not a file of evidence')]);
});

test('a file of own proofs: 0 and what it shows, 1 if it does not hold or is of another log', async () => {
  const file = join(temporaryDirectory(), 'proofs.json');
  const checkpoint = logOf(10).note();
  const verify = async (changed: string, key = VKEY) => {
    writeFileSync(
      file,
      JSON.stringify({ format: 'millpond-proofs/v1', proofs: [{ vkey: VKEY, checkpoint: changed }] }),
    );
    const program = watch('--verify', file, '--key', key);
    const { code } = await program.ended;
    return [code, program.stdout + program.stderr];
  };
  expect(await verify(checkpoint)).toEqual([
    0,
    `example.com/log had 10 entries\nALL 1 PROVEN. Whoever has the key ${VKEY} has signed that\n`,
  ]);
  expect(await verify(checkpoint.replace('10', '11'))).toEqual([1, expect.stringContaining('does not hold')]);
  const other = vkeyOf(signingKey(newKeyFile(), KEY.name, 'note'));
  expect(await verify(checkpoint, other)).toEqual([
    1,
    expect.stringMatching(/not checked: 1 .*\n.*proves nothing about this log/),
  ]);
});

test('a hostile file of own proofs writes no line of its own on the terminal', async () => {
  const file = join(temporaryDirectory(), 'proofs.json');
  writeFileSync(file, JSON.stringify({ format: 'millpond-proofs/v1', proofs: [{ vkey: 'x\n\u001b[2JALL 1 PROVEN' }] }));
  const program = watch('--verify', file);
  expect((await program.ended).code).toBe(1);
  expect(program.stderr.split('\n')).toEqual([
    `${file}: proof 1 proves nothing: "x\\u{a}\\u{1b}[2JALL 1 PROVEN" is not <name>+<key id>+<public key>`,
    `${file} does not hold`,
    '',
  ]);
});

/** Everything that is no proof: the exit code with --once, and what is said. */
test.each([
  [
    'a stale checkpoint',
    () => [seen(logOf(11)), logOf(10)],
    3,
    /shows an old checkpoint of 10 entries, and 11 were signed/,
  ],
  [
    'a log that has lost entries',
    () => [seen(logOf(300)), logOf(10)],
    3,
    /shows an old checkpoint of 10 entries, and 300 were signed.*If that stays so, entries were lost/,
  ],
  ['a flipped bit in a tile', () => [seen(logOf(7)), flipped(logOf(10))], 3, /cannot compare: the hashes that/],
  [
    'a flipped bit in the checkpoint',
    () => [seen(logOf(7)), altered(logOf(10).note().replace('10', '11'))],
    3,
    /is no checkpoint of/,
  ],
  [
    'another log',
    () => [seen(logOf(7)), altered(logOf(10).note(OTHER), vkeyOf(OTHER))],
    4,
    /ANOTHER LOG: .*That proves nothing/,
  ],
] as const)('%s is no alarm, and leaves no evidence', async (_, prepared, code, message) => {
  const [state, log] = prepared() as [string, ServedLog];
  const before = readFileSync(state, 'utf8');
  shown = log;
  expect(await watched('--once', '--state', state)).toMatchObject({ code, stderr: expect.stringMatching(message) });
  expect([existsSync(`${state}.alarm`), readFileSync(state, 'utf8')]).toEqual([false, before]);
});

const OTHER = signingKey(newKeyFile(), `${KEY.name}/2`, 'note');

function flipped(log: ServedLog): ServedLog {
  for (const [name, tile] of log.tiles) log.tiles.set(name, Buffer.from(tile).fill((tile[0] as number) ^ 1, 0, 1));
  return log;
}

/** The log of ten entries with another note, or key. */
function altered(note: string, key = VKEY): ServedLog {
  vkey = key;
  return Object.assign(logOf(10), { note: () => note });
}

test('a state that cannot be written is no alarm, and an alarm is raised without it', async () => {
  const folder = join(temporaryDirectory(), 'gone');
  const state = join(folder, 'state.json');
  const once = await watched('--once', '--state', state);
  expect(once).toMatchObject({ code: 2, stderr: expect.stringContaining(`${state} cannot be written (ENOENT)`) });
  mkdirSync(folder);
  const program = watch(url, '--state', state, '--every', '1', '--alarm', url);
  await program.printed(/first checkpoint/);
  rmSync(folder, { recursive: true });
  shown = logOf(11);
  await program.printed(/is not kept, will retry: .* cannot be written/);
  shown = logOf(12, 'another');
  expect((await program.ended).code).toBe(1);
  const checkpoints = [logOf(10).note(), shown.note()];
  expect(JSON.parse(program.stderr.trim().split('\n').at(-1) as string)).toMatchObject({ evidence: { checkpoints } });
  expect(posted).toMatchObject([{ alarm: 'history', evidence: { checkpoints } }]);
});

test('two processes with one state file: the second to write ends with exit code 2, and overwrites nothing', async () => {
  const state = join(temporaryDirectory(), 'state.json');
  const program = watch(url, '--state', state, '--every', '1');
  await program.printed(/first checkpoint/);
  const other = JSON.stringify({ vkey: VKEY, checkpoint: logOf(12).note() });
  writeFileSync(state, other);
  shown = logOf(11);
  expect((await program.ended).code).toBe(2);
  expect(program.stderr).toContain('was changed by another process');
  expect(readFileSync(state, 'utf8')).toBe(other);
});

test('silence: exit code 3, posted once; at once with --once', async () => {
  const state = join(temporaryDirectory(), 'state.json');
  shown = undefined;
  const flags = ['--state', state, '--key', VKEY, '--alarm', url];
  const message = `${url}/checkpoint answered 503`;
  expect(await watched('--once', ...flags)).toMatchObject({ code: 3, stderr: expect.stringContaining(message) });
  expect((await watched('--every', '1', '--silence', '1', ...flags)).code).toBe(3);
  const alarm = { alarm: 'silence', url, message };
  expect(posted).toEqual([alarm, alarm]);
});

test('--against: two people who were shown two histories find out', async () => {
  const folder = temporaryDirectory();
  const other = join(folder, 'other.json');
  const against = (...more: string[]) =>
    watched('--once', '--key', VKEY, '--state', join(folder, 'state.json'), '--against', other, ...more);
  writeFileSync(other, logOf(4).note());
  expect(await against()).toMatchObject({ code: 0, stdout: expect.stringContaining(`${other}: part of the same`) });
  writeFileSync(other, JSON.stringify({ vkey: VKEY, checkpoint: logOf(4, 'another').note() }));
  expect(await against()).toMatchObject({ code: 1, stderr: expect.stringContaining('do not continue the 4') });
  writeFileSync(other, 'hello');
  expect(await against()).toMatchObject({ code: 2, stderr: expect.stringContaining('the note has no empty line') });
});

test('--cosigned-by: a checkpoint without the cosignature of a witness counts as silence, and is not kept', async () => {
  const state = join(temporaryDirectory(), 'state.json');
  const witness = signingKey(newKeyFile(), 'witness.example', 'cosignature');
  const by = (name: string) => ['--once', '--key', VKEY, '--state', state, '--cosigned-by', name];
  const message = 'the checkpoint of 10 entries is not cosigned by witness.example';
  expect(await watched(...by(vkeyOf(witness)))).toMatchObject({ code: 3, stderr: expect.stringContaining(message) });
  expect(existsSync(state)).toBe(false);
  const signed = logOf(10).note();
  cosignature = signatureLine(witness, signed.slice(0, signed.lastIndexOf('\n\n') + 1), 1_763_446_000);
  expect(await watched(...by(vkeyOf(witness)))).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(state, 'utf8')).toContain('witness.example');
  expect((await watched(...by(VKEY))).stderr).toContain("is the name of a log's key, not of a witness's");
});

test('a watcher that is stopped ends with exit code 0, and its state is on disk', async () => {
  const state = join(temporaryDirectory(), 'state.json');
  const program = watch(url, '--state', state);
  await program.printed(/first checkpoint/);
  expect(await program.stop()).toEqual({ code: 0, signal: null });
  expect(JSON.parse(readFileSync(state, 'utf8')).checkpoint).toBe(logOf(10).note());
});

test('a witness that is sent another history than the exchange shows refuses it, and raises the alarm', async () => {
  const folder = temporaryDirectory();
  const [state, key] = [join(folder, 'state.json'), join(folder, 'witness.key')];
  writeFileSync(key, newKeyFile());
  const program = watch(url, '--key', VKEY, '--state', state, '--every', '1', '--listen', '0', '--cosign-key', key);
  const [, , at] = await program.printed(/WITNESSES="(witness-[0-9a-f]{8}\+\S+) (http:\S+)"/);
  await program.printed(/first checkpoint/);
  const other = logOf(10, 'another').note();
  const answer = await fetch(`${at}/add-checkpoint`, { method: 'POST', body: `old 10\n\n${other}` });
  expect(answer.status).toBe(409);
  expect((await program.ended).code).toBe(1);
  expect(program.stderr).toContain('ALARM: two checkpoints of 10 entries have different roots: history was changed');
  const { evidence } = JSON.parse(readFileSync(`${state}.alarm`, 'utf8'));
  expect(evidence).toEqual({ kind: 'fork', checkpoints: [logOf(10).note(), other], hashes: [] });
});

test('wrong usage: exit code 2 and a line that says what is wrong', async () => {
  const folder = temporaryDirectory();
  const at = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const logKey = newKeyFile();
  const ownLog = vkeyOf(signingKey(logKey, 'example.com/log', 'note'));
  const cases: [string[], RegExp][] = [
    [['--listen', '0'], /--listen and --cosign-key belong together/],
    [['--listen', 'x', '--cosign-key', at('k', newKeyFile())], /--listen must be a port, or an address and a port/],
    [['--listen', '0', '--cosign-key', at('none', 'no key')], /--cosign-key .*none: the key file holds no private key/],
    [['--listen', '0', '--cosign-key', join(folder, 'k'), '--once'], /--once and --listen exclude each other/],
    [
      ['--listen', '0', '--cosign-key', at('log', logKey), '--key', ownLog, '--state', join(folder, 'new')],
      /is the key of the log: a witness needs one of its own/,
    ],
    [['--state', at('state', '{}')], /state: it is not a state file of millpond watch/],
    [
      ['--state', at('forged', JSON.stringify({ vkey: ownLog, checkpoint: logOf(3).note() }))],
      /forged: it is not a state file.*not signed by/,
    ],
    [
      ['--key', VKEY, '--state', at('other', JSON.stringify({ vkey: ownLog }))],
      /--key differs from the key in .*other, example.com.*: for a new log use another --state/,
    ],
    [['--alarm', 'alerts.example/hook'], /--alarm must start with https:\/\/ or http:\/\/, not alerts.example/],
  ];
  for (const [args, message] of cases)
    expect(await watched(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  const program = watch('pond.example', '--once');
  expect((await program.ended).code).toBe(2);
  expect(program.stderr).toContain('the address of the exchange must start with https:// or http://, not pond.example');
});
