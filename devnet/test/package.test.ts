// The package as published: packed, installed into an empty folder, compiled against, and started from there as plain JavaScript.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = `
import { type Snapshot, startDevnet } from '@millpond/ton-devnet';

const devnet = await startDevnet();
const before: Snapshot = await devnet.snapshot();
// @ts-expect-error: amounts are bigints.
export const wrong = () => devnet.faucet(devnet.info.admin.address, 5);
const height = async () => (await (await fetch(devnet.url.replace('jsonRPC', 'getMasterchainInfo'))).json()).result.last.seqno;
await devnet.faucet(devnet.token('USDT'), 5n, 'USDT');
console.log(await height());
await devnet.revert(before);
console.log(await height());
console.log((await (await fetch(devnet.apiUrl + '/v1/pools')).json()).pool_list.length);
await devnet.close();
`;

/** Like jest, Node cannot load ES modules by `require` with this flag. */
const ONLY_COMMONJS = '--no-require-module';
const COMMONJS = `
const { startDevnet } = require('@millpond/ton-devnet');

startDevnet().then(async (devnet) => {
  console.log(devnet.info.network);
  await devnet.close();
});
`;

test('a program that uses the package, installed from its tarball, compiles and runs', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ton-devnet-package-'));
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, encoding: 'utf8' });
  const packed = run(resolve('devnet'), 'npm', 'pack', '--silent', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  run(folder, 'npm', 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const strict = ['--strict', '--skipLibCheck', '--noEmit', '--types', '', '--lib', 'es2024,dom'];
  run(folder, resolve('node_modules/.bin/tsc'), ...strict, '--target', 'es2024', '--module', 'nodenext', 'program.ts');
  expect(run(folder, process.execPath, 'program.ts')).toBe('4\n3\n3\n');
  writeFileSync(join(folder, 'program.cjs'), COMMONJS);
  expect(run(folder, process.execPath, ONLY_COMMONJS, 'program.cjs')).toBe('-217\n');
  rmSync(folder, { recursive: true });
});
