// The endpoint's client against a devnet over HTTP: its answers equal those of @ton/ton's client.
import { Address, internal, type TupleItem, toNano } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevnet, openWallet, type TestDevnet, type TestWallet } from '../../../devnet/test/devnet.ts';
import { ask, poolAddress, sliceOf, walletOf } from '../../../src/ton/dialect/getters.ts';
import { stonfiV1 } from '../../../src/ton/dialect/stonfi-v1.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';

let devnet: TestDevnet;
let client: TonClient;
let chain: Endpoint;
let wallet: TestWallet;
let router: Address;
const NOBODY = new Address(0, Buffer.alloc(32, 0x55));

beforeAll(async () => {
  devnet = await openDevnet();
  client = devnet.client;
  chain = new Endpoint({ url: devnet.published.endpoint, timeoutMs: 100_000 });
  wallet = await openWallet(devnet, devnet.published.faucet.mnemonic);
  router = Address.parse(devnet.published.router);
  for (let i = 0; i < 3; i++) await wallet.send(internal({ to: NOBODY, value: toNano('0.1'), bounce: false }));
});
afterAll(() => devnet.stop());

test('head returns the newest block number and the chain’s time', async () => {
  const { latestSeqno } = await client.getMasterchainInfo();
  const head = await chain.head();
  expect(head.seqno).toBe(latestSeqno);
  expect(Math.abs(head.timeS - Date.now() / 1000)).toBeLessThan(600);
});

test('an account with code, without code or never used is read as @ton/ton reads it', async () => {
  for (const address of [router, wallet.address, NOBODY, new Address(0, Buffer.alloc(32, 0x56))]) {
    const [ours, theirs] = [await chain.account(address), await client.getContractState(address)];
    expect(ours).toMatchObject({ status: theirs.state, balance: theirs.balance });
    expect(ours.code?.toBoc()).toEqual(theirs.code ?? undefined);
    expect(ours.data?.toBoc()).toEqual(theirs.data ?? undefined);
    expect(ours.last && { lt: `${ours.last.lt}`, hash: ours.last.hash.toString('base64') }).toEqual(
      theirs.lastTransaction,
    );
  }
});

test('a get-method returns what @ton/ton reads; a missing method or another form is an error, a missing contract null', async () => {
  const owner: TupleItem = sliceOf(wallet.address);
  const token = Address.parse(devnet.published.tokens[0]?.address ?? '');
  const { stack } = await client.runMethod(token, 'get_wallet_address', [owner]);
  expect((await walletOf(chain, token, wallet.address))?.toString()).toBe(stack.readAddress().toString());
  const data = await client.runMethod(router, 'get_router_data');
  expect(await stonfiV1.routerData(chain, router)).toMatchObject({ isLocked: data.stack.readBoolean() });
  await expect(ask(chain, router, ['get_nothing'], () => 1)).rejects.toThrow(`${router} has no method get_nothing`);
  await expect(ask(chain, router, ['get_router_data'], (answer) => answer.skip(20).readCell())).rejects.toThrow(
    `get_router_data of the contract ${router} has another form than expected`,
  );
  expect(await stonfiV1.routerData(chain, NOBODY)).toBeNull();
});

test('the reserves, wallets and fees of a pool are parsed from its getter', async () => {
  const [first, second] = devnet.published.tokens.map(({ address }) => Address.parse(address));
  const wallets = await Promise.all([first, second].map((token) => walletOf(chain, token as Address, router)));
  const [wallet0, wallet1] = wallets as [Address, Address];
  const pool = await poolAddress(chain, router, wallet0, wallet1);
  const data = pool && (await stonfiV1.poolData(chain, pool));
  const { stack } = await client.runMethod(pool as Address, 'get_pool_data');
  expect([data?.reserve0, data?.reserve1]).toEqual([stack.readBigNumber(), stack.readBigNumber()]);
  expect([data?.wallet0.toString(), data?.wallet1.toString()].toSorted()).toEqual(
    [wallet0.toString(), wallet1.toString()].toSorted(),
  );
  expect([data?.lpFeeBps, data?.protocolFeeBps, data?.refFeeBps]).toEqual([20n, 10n, 10n]);
});

test('a history equals that of @ton/ton, read at once or page by page', async () => {
  const theirs = await client.getTransactions(wallet.address, { limit: 100 });
  const ours = await chain.transactions(wallet.address, { limit: 100 });
  expect(ours.map(({ lt }) => lt)).toEqual(theirs.map(({ lt }) => lt));
  expect(ours.length).toBeGreaterThan(2);
  const paged: bigint[] = [];
  for (let from = (await chain.account(wallet.address)).last; from && from.lt > 0n; ) {
    const page = await chain.transactions(wallet.address, { limit: 2, from });
    paged.push(...page.map(({ lt }) => lt));
    const last = page.at(-1);
    if (!last) break;
    from = {
      lt: last.prevTransactionLt,
      hash: Buffer.from(last.prevTransactionHash.toString(16).padStart(64, '0'), 'hex'),
    };
  }
  expect(paged).toEqual(ours.map(({ lt }) => lt));
});

test('taken finds the transaction that processed a message, and returns undefined if there is none', async () => {
  const [last] = await chain.transactions(wallet.address, { limit: 1 });
  const info = last?.outMessages.values()[0]?.info;
  if (info?.type !== 'internal') throw new Error('It sent TON');
  const sent = { source: info.src, destination: info.dest, createdLt: info.createdLt };
  const theirs = await client.tryLocateResultTx(sent.source, sent.destination, `${sent.createdLt}`);
  expect((await chain.taken(sent))?.hash()).toEqual(theirs.hash());
  expect(await chain.taken({ ...sent, createdLt: sent.createdLt + 1n })).toBeUndefined();
  expect(await chain.taken({ ...sent, destination: router })).toBeUndefined();
});

test('sending fails with an error if the chain refuses the message', async () => {
  await expect(chain.send(Buffer.from('not a message'))).rejects.toThrow('refused sendBoc');
});
