// A devnet on a port, for the tests of a file; its initial market is created once and copied.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Address, MessageRelaxed } from '@ton/core';
import { mnemonicToPrivateKey } from '@ton/crypto';
import { SendMode, TonClient, WalletContractV5R1 } from '@ton/ton';
import { controlsFor } from '../../src/api/door/controls.ts';
import { Devnet } from '../src/devnet.ts';
import { createDevnet } from '../src/genesis/genesis.ts';
import { type DevnetServer, serveDevnet } from '../src/server.ts';

const CACHE = resolve('node_modules/.cache/devnets');

/** Created anew when the sources change, and every day, since accounts owe storage fees for the time they exist. */
async function template(): Promise<string> {
  const source = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const file of globSync('devnet/src/**/*.ts').toSorted())
    if (!file.endsWith('.test.ts')) source.update(file).update(readFileSync(file));
  const path = join(CACHE, `${source.digest('hex').slice(0, 16)}.db`);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const made = `${path}.${process.pid}`;
  await createDevnet(made, Buffer.alloc(32, 7));
  await rename(made, path);
  return path;
}

/** Puts a devnet with its initial market into the folder. */
export async function placeDevnet(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'devnet.db');
  await copyFile(await template(), path);
  return path;
}

export type TestDevnet = DevnetServer & {
  readonly inProcess: Devnet;
  readonly client: TonClient;
  readonly folder: string;
};

export async function openDevnet(options: { readonly blockMs?: number } = {}): Promise<TestDevnet> {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-devnet-'));
  await placeDevnet(folder);
  const { blockMs = 0 } = options;
  const devnet = await Devnet.open({ folder, blockMs });
  const server = await serveDevnet(devnet, { host: '127.0.0.1', port: 0, controls: controlsFor('local') });
  const client = new TonClient({ endpoint: server.published.endpoint, timeout: 100_000 });
  return {
    ...server,
    inProcess: devnet,
    client,
    folder,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A wallet of @ton/ton with a mnemonic from devnet.json. */
export async function openWallet({ client, published }: TestDevnet, mnemonic: string) {
  const { publicKey, secretKey } = await mnemonicToPrivateKey(mnemonic.split(' '));
  const walletId = { networkGlobalId: published.network };
  const wallet = client.open(WalletContractV5R1.create({ publicKey, walletId }));
  return {
    address: wallet.address as Address,
    seqno: () => wallet.getSeqno(),
    balance: () => wallet.getBalance(),
    async send(...messages: MessageRelaxed[]) {
      const sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
      await wallet.sendTransfer({ seqno: await wallet.getSeqno(), secretKey, sendMode, messages });
    },
  };
}
export type TestWallet = Awaited<ReturnType<typeof openWallet>>;

export const post = async (url: string, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** The URL of one of the devnet's own routes, such as its faucet. */
export const ownUrl = (server: DevnetServer, name: string): string =>
  server.published.endpoint.replace('/api/v2/jsonRPC', `/${name}`);
