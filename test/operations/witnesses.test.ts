// A real exchange with two real witnesses and one that lies: kills, restarts, and a restored backup without its last checkpoint. Takes 20 s.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newKeyFile, parseVkey, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { openNote } from '../../src/transparency/format/note.ts';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

const ORIGIN = 'example.com/exchange';
/** The parts of answers that are looked at. */
type Answer = {
  readonly data: { readonly tokens: { readonly address: string }[]; readonly witnesses: { readonly name: string }[] };
};
const PATIENT = { timeout: 60_000, interval: 100 };

async function freePort(): Promise<number> {
  const tcp = createTcp().listen(0, '127.0.0.1');
  await new Promise((done) => tcp.once('listening', done));
  const { port } = tcp.address() as AddressInfo;
  await new Promise((done) => tcp.close(done));
  return port;
}

async function lyingWitness(): Promise<string> {
  const key = signingKey(newKeyFile(), 'liar', 'cosignature');
  const http = createServer((_, response) => response.writeHead(200).end('— liar AAAAAAAA\n')).listen(0, '127.0.0.1');
  await new Promise((done) => http.once('listening', done));
  onTestFinished(() => void http.close());
  return `${vkeyOf(key)} http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

test('witnesses cosign over kills and restarts, and find out that a backup was restored', async () => {
  const folder = temporaryDirectory();
  const at = (name: string) => join(folder, name);
  for (const name of ['log.key', 'a.key', 'b.key'])
    expect((await new Program([process.execPath, MAIN, 'log', 'key', 'create', at(name)]).ended).code).toBe(0);
  const log = signingKey(readFileSync(at('log.key'), 'utf8'), ORIGIN, 'note');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const watch = (name: string, listen: number, every: number) =>
    new Program([
      ...([process.execPath, MAIN, 'watch', url, '--key', vkeyOf(log), '--state', at(`${name}.json`)] as const),
      ...['--listen', `${listen}`, '--cosign-key', at(`${name}.key`), '--cosign-name', name, '--every', `${every}`],
    ]);
  const [portA, portB] = [await freePort(), await freePort()];
  let a = watch('a', portA, 3600);
  const b = watch('b', portB, 1);
  const addressOf = async (witness: Program) => (await witness.printed(/WITNESSES="([^"]+)"/))[1] as string;
  const WITNESSES = [await addressOf(a), await addressOf(b), await lyingWitness()].join();
  const keys = WITNESSES.split(',').map((witness) => parseVkey(witness.split(' ')[0] as string));
  const settings = {
    ...{ LOG_KEY_FILE: at('log.key'), LOG_ORIGIN: ORIGIN, CHECKPOINT_SECONDS: '1', PORT: `${port}`, WITNESSES },
  };
  const start = () => Server.start(at('millpond.db'), settings);
  const get = async (path: string): Promise<Answer> => (await fetch(`${url}/${path}`)).json() as Promise<Answer>;
  let deposits = 0;
  const commit = async () => {
    const { tokens } = (await get('getTokens')).data;
    deposits += 1;
    const body = JSON.stringify({ account: 'ann', token: tokens[0]?.address, amount: 1, reference: `r${deposits}` });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/deposit`, { method: 'POST', headers, body })).status).toBe(200);
  };
  /** Waits for a checkpoint of at least this size with these cosignatures, and no others. */
  const cosigned = (size: number, ...names: string[]) =>
    vi.waitFor(async () => {
      const note = await (await fetch(`${url}/checkpoint`)).text();
      const found = openNote(note, [log, ...keys]).signatures.map(({ key }) => key.name);
      expect([Number(note.split('\n')[1]) >= size, ...found.toSorted()]).toEqual([true, ...names, ORIGIN]);
      return Number(note.split('\n')[1]);
    }, PATIENT);

  let exchange = await start();
  let size = await cosigned(1, 'a', 'b');
  expect((await get('getLog')).data.witnesses.map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
  await exchange.printed(/the witness liar does not cosign, will retry/);
  await vi.waitFor(async () => {
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^millpond_log_witnesses_failing 1$/m);
  }, PATIENT);

  await a.kill();
  await commit();
  size = await cosigned(size + 1, 'b');
  await exchange.printed(/the witness a does not cosign, will retry: the connection was refused/);
  a = watch('a', portA, 3600);
  await cosigned(size, 'a', 'b');
  await exchange.printed(/the witness a cosigns again/);

  await exchange.stop();
  cpSync(at('millpond.db'), at('backup.db'));
  exchange = await start();
  for (let count = 0; count < 3; count++) await commit();
  size = await cosigned(size + 3, 'a', 'b');
  expect(exchange.errors).toBe('');

  // The database is restored, and the last checkpoint beside the key is lost too: only others remember.
  await exchange.stop();
  for (const name of ['millpond.db', 'millpond.db-wal', 'millpond.db-shm', 'log.key.last'])
    rmSync(at(name), { force: true });
  cpSync(at('backup.db'), at('millpond.db'));
  exchange = await start();
  await b.printed(/the exchange shows an old checkpoint of \d+ entries, and \d+ were signed before/);
  await commit();
  await exchange.printed(
    /"level":50.*nothing is signed by this node: .*\(a: it has cosigned \d+ entries, but the log has/,
  );
  expect(await get('readyz')).toEqual({ status: 'ok', publicLog: expect.stringContaining('nothing is signed: ') });
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^millpond_log_unsure 1$/m);
  // The operator has it decided, while the exchange runs: the witnesses know more, so the next log begins.
  const recover = new Program([process.execPath, MAIN, 'log', 'recover', at('b.json'), '--node', url, '--yes'], {
    ...settings,
    DATABASE_URL: `sqlite:${at('millpond.db')}`,
  });
  expect((await recover.ended).code, recover.stderr).toBe(0);
  expect(recover.stdout).toMatch(/b.json: \d+ transactions of log 1.*transactions were lost.*exchange\/2 begins/s);
  await expect.poll(async () => (await get('getLog')).data, PATIENT).toMatchObject({ origin: `${ORIGIN}/2` });
  expect(await get('readyz')).toEqual({ status: 'ok' });
  expect((await b.ended).code).toBe(4);
  expect(await a.stop()).toEqual({ code: 0, signal: null });
});
