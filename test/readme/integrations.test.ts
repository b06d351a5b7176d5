// Each block of docs/integrations.md runs as printed on a real exchange. Takes 4 s.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USDT } from '../../src/contract/fields.ts';
import { MAIN } from '../crash/process.ts';
import { send } from '../http/client.ts';
import { keysOf } from '../http/keys-of.ts';
import { newFolder, type Server, startServer } from '../http/server.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const text = readFileSync(join(MAIN, '../../docs/integrations.md'), 'utf8');
/** The blocks, each with the section that it is in. */
const blocks = [...text.matchAll(/^## (.*)\n+```(sh|ts)\n((?:.*\n)*?)^```$/gm)].map(([, section, language, block]) => ({
  ...{ section: section as string, language: language as string, block: block as string },
}));

let server: Server;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await newFolder();
  server = await startServer({ demo: true, auth: 'keys', compat: ['stonfi', 'udf'] });
  const { chief = '', ann = '' } = await keysOf(server, { chief: 'operator', ann: 'trader' });
  const deposit = { account: 'ann', token: USDT, amount: 12.5, reference: 'ann' };
  const headers = { authorization: `Bearer ${chief}` };
  expect(await send(server, { path: '/deposit', body: deposit, headers })).toMatchObject({ status: 200 });
  environment = { PATH: process.env.PATH ?? '', EXCHANGE: server.url, KEY: ann };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** What the block of a section prints. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  curl: /^\{"success":true.*"pools":.*"balances":\[\{.*12\.5.*\n?(data: \{.*\}\n){3}$/s,
  'The client package': /balance: '12\.5'/,
  ccxt: /^\d\.\d+\n$/,
  'STON.fi': /^[1-9]\d*\n$/,
  TradingView: /^\{"name":"TON\/USDT".*\}\{"s":"no_data"\}$/s,
};

test('every block is run', () => {
  expect(blocks.map(({ section }) => section)).toEqual(Object.keys(PRINTED));
  expect(text.match(/^```\w/gm)).toHaveLength(blocks.length);
  // Three lines connect.
  for (const { block } of blocks) expect(block.trim().split('\n').length).toBeLessThanOrEqual(3);
});

test.each(blocks)('$section connects as printed', { timeout: 120_000 }, async ({ section, language, block }) => {
  if (language === 'sh') {
    if (!hasCurl) return console.log('not run: there is no curl');
    const { stdout } = await run('bash', ['-c', block], { env: environment });
    return expect(stdout).toMatch(PRINTED[section] as RegExp);
  }
  const file = join(folder, `${section.replace(/\W/g, '')}.mts`);
  await writeFile(file, block);
  const packages = `--import=${new URL('../crash/packages.ts', import.meta.url)}`;
  const { stdout } = await run(process.execPath, [packages, file], { env: environment });
  expect(stdout).toMatch(PRINTED[section] as RegExp);
});
