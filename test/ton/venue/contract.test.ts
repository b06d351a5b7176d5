// The venue on TON fulfils the contract of every venue: one devnet for all, and a router, a key and wallets for each test. 20 s of CPU.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, type Cell, internal } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { afterAll, beforeAll } from 'vitest';
import { tokenContent } from '#devnet/contracts/content';
import { addressOf, type Init, jettonMinterInit, routerInit } from '#devnet/contracts/init';
import { externalBoc, firstWalletId, messageCell, signedBody, walletV5 } from '#devnet/contracts/wallet-v5';
import { mintTo } from '#devnet/genesis/market';
import { DEVNET_ID } from '#devnet/network';
import { type DevnetServer, serveDevnet } from '#devnet/server';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import type { TokenAddress } from '../../../src/core/amount.ts';
import type { ListedToken, Token } from '../../../src/core/pool.ts';
import { DevnetThread } from '../../../src/ton/devnet/devnet-thread.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';
import { seqnoOf } from '../../../src/ton/outbox/execution.ts';
import { openStore } from '../../exchange-file.ts';
import { venueContract } from '../../venue-contract/venue.contract.ts';
import { endpointAt, openNode } from './paper-ton.ts';

/** Mints the tokens; fixed in advance, so that the tokens' addresses are known without a devnet. */
const key = keyPairFromSeed(Buffer.alloc(32, 1));
const bank = walletV5(key.publicKey, firstWalletId(DEVNET_ID));
const TON = 1_000_000_000n;

const minterOf = ({ symbol, decimals }: Token): Init =>
  jettonMinterInit({ admin: bank.address, content: tokenContent({ name: symbol, symbol, decimals }) });
const listed = (symbol: string, decimals: number): ListedToken => {
  const address = addressOf(minterOf({ symbol, decimals, address: '' as TokenAddress })).toString() as TokenAddress;
  return { address, symbol, decimals, status: 'listed' };
};
const tokens = { APPLE: listed('APPLE', 0), BREAD: listed('BREAD', 2), CORN: listed('CORN', 6) };

let folder: string;
let server: DevnetServer;
let chain: Endpoint;
let routers = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-ton-'));
  await placeDevnet(join(folder, 'devnet'));
  const devnet = await DevnetThread.start({ folder: join(folder, 'devnet'), blockMs: 0 });
  server = await serveDevnet(devnet, { host: '127.0.0.1', port: 0 });
  chain = new Endpoint(endpointAt(server.published.endpoint));
  await server.devnet.give({ address: bank.address.toString({ bounceable: false }), amount: '10000' });
  await send(...Object.values(tokens).map((token) => deployment(minterOf(token))));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const deployment = (init: Init): Cell =>
  messageCell(internal({ to: addressOf(init), value: TON, bounce: false, init }));

/** Sends messages from the bank's wallet; they are executed when it resolves. */
async function send(...messages: Cell[]): Promise<void> {
  const state = await chain.account(bank.address);
  const validUntilS = state.head.timeS + 600;
  const body = signedBody(bank, { secretKey: key.secretKey, seqno: seqnoOf(state), validUntilS, messages });
  await chain.send(externalBoc(bank, body, { deploys: state.status !== 'active' }));
}

/** A new router has no pools yet. */
async function newRouter(): Promise<Address> {
  routers += 1;
  const init = routerInit({ admin: walletV5(key.publicKey, routers).address });
  await send(deployment(init));
  return addressOf(init);
}

venueContract('on TON', { isLedger: false, tokens }, async () => {
  const router = (await newRouter()).toString();
  const wallets = keyPairFromSeed(randomBytes(32));
  const path = join(folder, `${routers}.db`);
  const open = async () =>
    openNode(await openStore(path), server, {
      contracts: { ...server.published, router },
      key: wallets,
      quote: { token: tokens.CORN.address, orFirst: false },
      lookEveryMs: 50,
    });
  const [one, two] = [await open(), await open()];
  // This node also executes the requests that the other accepts: the other is not started.
  one.start();
  const funded = new Set<string>();
  return {
    venue: one.venue,
    another: two.venue,
    async fund(account, token, units) {
      const { address } = await one.wallets.of(account);
      const mint = internal({
        to: addressOf(minterOf(token)),
        value: TON / 5n,
        body: mintTo(address, units, bank.address),
      });
      const gas = internal({ to: address, value: 30n * TON, bounce: false });
      await send(messageCell(mint), ...(funded.has(account) ? [] : [messageCell(gas)]));
      funded.add(account);
    },
    async close() {
      await Promise.all([one.close(), two.close()]);
      await Promise.all([one.registry.close(), two.registry.close()]);
    },
  };
});
