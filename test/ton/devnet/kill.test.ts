// kill -9 of a devnet under load: everything acknowledged is on the chain, and the chain matches its journal.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Address, toNano } from '@ton/core';
import { TonClient } from '@ton/ton';
import { expect, onTestFinished, test } from 'vitest';
import { Chain } from '#devnet/chain/chain';
import { digestOf, replay } from '#devnet/chain/replay';
import { placeDevnet, post } from '../../../devnet/test/devnet.ts';

const KILLS = Number(process.env.DEVNET_KILLS ?? 2);
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const CLIENTS = 4;

type Running = { readonly child: ChildProcess; readonly endpoint: string };
const children = new Set<ChildProcess>();

const run = (args: readonly string[], folder: string, env: Record<string, string> = {}) => {
  const { PATH = '', NODE_OPTIONS = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, 'devnet', ...args], {
    env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, DEVNET_FOLDER: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', args.includes('audit') ? 'ignore' : 'inherit'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
};

async function start(folder: string): Promise<Running> {
  const child = run([], folder, { BLOCK_MS: '20' });
  const listening = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const endpoint = /^devnet listening at (\S+)$/.exec(line)?.[1];
    if (endpoint !== undefined) listening.resolve(endpoint);
  });
  child.once('close', () => listening.reject(new Error('it ended before it listened')));
  return { child, endpoint: await listening.promise };
}

async function kill({ child }: Running, signal: NodeJS.Signals) {
  const ended = once(child, 'close');
  child.kill(signal);
  return ended;
}

type Paid = { readonly address: string; readonly amount: bigint };

/** Requests payments until some are acknowledged, then kills the devnet while others are under way; returns the acknowledged ones. */
async function loadUntilKilled(devnet: Running, kills: number): Promise<readonly Paid[]> {
  const paid: Paid[] = [];
  const most = 3 + ((kills * 7) % 11);
  let asked = 0;
  const client = async () => {
    while (paid.length < most) {
      const number = ++asked;
      const address = new Address(0, Buffer.from(`${kills} ${number}`.padEnd(32))).toString();
      const url = devnet.endpoint.replace('/api/v2/jsonRPC', '/faucet');
      // A killed server does not answer, so nothing was acknowledged.
      const answer = await post(url, { address, amount: `0.${number}` }).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
      paid.push({ address, amount: toNano(`0.${number}`) });
      if (paid.length === most) await kill(devnet, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return paid;
}

/** Checks that the file left by the kill matches its journal and can be opened. */
async function expectWhole(folder: string): Promise<void> {
  const copy = `${folder}-copy`;
  await cp(folder, copy, { recursive: true });
  const path = join(copy, 'devnet.db');
  const { digest, fault } = await replay(path);
  expect(fault).toBeUndefined();
  const chain = await Chain.open({ path, blockMs: 0 });
  expect(digestOf(chain.database)).toBe(digest);
  await chain.close();
  await rm(copy, { recursive: true });
}

test(`${KILLS} kills lose no acknowledged payment`, { timeout: 200_000 + KILLS * 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-devnet-'));
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  await placeDevnet(folder);
  const paid: Paid[] = [];
  let devnet = await start(folder);
  for (let kills = 1; kills <= KILLS; kills += 1) {
    paid.push(...(await loadUntilKilled(devnet, kills)));
    await expectWhole(folder);
    devnet = await start(folder);
  }
  const client = new TonClient({ endpoint: devnet.endpoint, timeout: 100_000 });
  for (const { address, amount } of paid)
    await expect.poll(() => client.getBalance(Address.parse(address))).toBe(amount);
  expect(await kill(devnet, 'SIGTERM')).toEqual([0, null]);
  const audit = run(['audit'], folder);
  expect([await text(audit.stdout), (await once(audit, 'close'))[0]]).toEqual([
    expect.stringMatching(/^devnet audit passed: \d+ blocks, digest [0-9a-f]{64}\n$/),
    0,
  ]);
});
