// The package as published: packed, installed into an empty folder, and run from there as plain JavaScript.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../../bench/market.ts';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { serveTarball } from './registry.ts';

const PROJECT = join(MAIN, '../..');
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const POOL = `jetton0=${TON}&jetton1=${USDT}`;

test('under an old version of Node, millpond prints one line and ends with code 2', async () => {
  const pretend = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"22.1.0"}})';
  const program = new Program([process.execPath, '--import', pretend, join(PROJECT, 'bin/millpond.cjs'), 'serve']);
  expect(await program.ended).toEqual({ code: 2, signal: null });
  expect(program.stderr).toBe(
    'millpond: this is Node 22.1.0, and Millpond needs 24 or newer: see https://nodejs.org\n',
  );
});

test('every way to start millpond passes Node the same flags', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const [firstLine] = readFileSync(join(PROJECT, 'bin/millpond.cjs'), 'utf8').split('\n');
  const flags = PROGRAM.slice(0, -1).join(' ');
  expect(firstLine).toBe(`#!/usr/bin/env -S node ${flags}`);
  for (const name of ['start', 'millpond']) expect(scripts[name]).toContain(`node ${flags} `);
});

test('the package installed from a registry has the versions of the lockfile, makes the five calls, shows the page and /docs, shares a port and starts a devnet', {
  timeout: 600_000,
}, async () => {
  const folder = temporaryDirectory();
  const npm = (...args: string[]) => execFileSync('npm', ['--silent', ...args], { cwd: folder, encoding: 'utf8' });
  const tarball = npm('pack', PROJECT).trim().split('\n').at(-1) as string;
  const registry = await serveTarball(join(folder, tarball));
  onTestFinished(registry.close);
  // Asynchronously, because this process serves the registry.
  const install = ['--registry', registry.url, '--no-audit', '--no-fund', 'install', 'millpond'];
  await promisify(execFile)('npm', ['--silent', '--prefer-offline', ...install], { cwd: folder });
  expect(versionsIn(join(folder, 'node_modules/millpond'))).toEqual(lockedVersions());
  expect(npm('exec', '--offline', '--', 'millpond', '--help')).toContain('millpond serve');

  const command = join(folder, 'node_modules/.bin/millpond');
  const wrap = ([node, , ...args]: readonly string[]) => [node as string, command, ...args];
  const server = await Server.start(join(folder, 'one.db'), {}, { wrap });
  await makeFiveCalls(server.url);
  for (const page of ['/', '/docs/']) {
    // At least a script, a style and the icon.
    const files = await filesOf(server.url, page);
    expect([files.length > 2, new Set(files)]).toEqual([true, new Set([200])]);
  }
  expect(await server.stop()).toEqual({ code: 0, signal: null });

  const devnet = () =>
    new Program([process.execPath, command, 'devnet'], { DEVNET_FOLDER: join(folder, 'devnet'), PORT: '0' });
  const alone = devnet();
  expect(await alone.ended).toEqual({ code: 2, signal: null });
  const needed = /npm install (@ton\/sandbox @ton\/crypto)\n$/.exec(alone.stderr)?.[1]?.split(' ') ?? [];
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', ...needed);
  const complete = devnet();
  const [, endpoint = ''] = await complete.printed(/devnet listening at (\S+)/);
  const answer = await fetch(endpoint.replace('jsonRPC', 'getMasterchainInfo'));
  expect(answer.status).toBe(200);
  expect(await complete.stop()).toEqual({ code: 0, signal: null });
});

type Locked = Readonly<
  Record<string, { readonly version: string; readonly dev?: boolean; readonly optional?: boolean }>
>;

/** Versions of the packages that every machine installs, by path; an optional package may be for another system. */
function lockedVersions(): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as { packages: Locked };
  const needed = Object.entries(packages).filter(([path, { dev, optional }]) => path !== '' && !dev && !optional);
  return new Map(needed.map(([path, { version }]) => [path, version]));
}

function versionsIn(folder: string): ReadonlyMap<string, string | undefined> {
  const versionOf = (path: string): string =>
    JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')).version;
  return new Map([...lockedVersions().keys()].map((path) => [path, versionOf(path)]));
}

/** Fetches all files that a page refers to, and returns their statuses. */
async function filesOf(url: string, path: string): Promise<readonly number[]> {
  const page = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => fetch(url + file));
  return (await Promise.all(files)).map(({ status }) => status);
}

async function makeFiveCalls(url: string): Promise<void> {
  const body = JSON.stringify({ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } });
  const headers = { 'Content-Type': 'application/json' };
  const answers = [await fetch(`${url}/createSwap`, { method: 'POST', headers, body })];
  for (const path of ['getRouterData', `getPoolData?${POOL}`, `getLPAccountData?${POOL}`, `refundLiquidity?${POOL}`])
    answers.push(await fetch(`${url}/${path}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
}
