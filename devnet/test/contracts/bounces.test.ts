// Any contract on the way may fail: the sender gets its message's contents back, and only a refused payout stays with the router.
import { type Address, beginCell, type SenderArguments } from '@ton/core';
import { type BlockchainSnapshot, createShardAccount } from '@ton/sandbox';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CODE } from '../../src/contracts/code.ts';
import { addressOf, lpAccountInit } from '../../src/contracts/init.ts';
import { stranded } from './accounts.ts';
import { Exchange, HELD, type Person } from './exchange.ts';
import { dataOf, loadStaged } from './states.ts';

const AMOUNT = 10n ** 9n;
/** THROW 42 for every message. */
const BROKEN = beginCell().storeUint(0xf22a, 16).endCell();

let exchange: Exchange;
let alice: Person;
let fresh: BlockchainSnapshot;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  await exchange.provide(alice, 10n ** 12n, 10n ** 12n);
  fresh = exchange.chain.snapshot();
});

beforeEach(() => exchange.chain.loadFrom(fresh));

/** Replaces the code: the contract fails at everything from now on, with its present data. */
async function breakDown(address: Address, code = BROKEN): Promise<void> {
  const contract = await exchange.chain.getContract(address);
  const data = (await dataOf(exchange.chain, address)) ?? beginCell().endCell();
  contract.account = createShardAccount({ address, code, data, balance: contract.balance });
}

async function held() {
  const { tokenA, tokenB } = exchange;
  const tokens = [tokenA, tokenB, exchange.poolOf()];
  return Promise.all(tokens.map((token) => exchange.balance(alice.address, token)));
}

const lost = () => stranded(exchange, [[exchange.tokenA, exchange.tokenB]], [alice.address]);

const swap = (): Promise<SenderArguments> =>
  exchange.sdkRouter.getSwapJettonToJettonTxParams({
    userWalletAddress: alice.address,
    offerJettonAddress: exchange.tokenA,
    askJettonAddress: exchange.tokenB,
    offerAmount: AMOUNT,
    minAskAmount: 1n,
  });

const accountAddress = () => addressOf(lpAccountInit({ user: alice.address, pool: exchange.poolOf() }));

async function staged() {
  const data = await dataOf(exchange.chain, accountAddress());
  return data && loadStaged(data);
}

test('the router at a notification: the tokens stay with it (our own router never fails there)', async () => {
  await breakDown(exchange.router);
  await alice.send(await swap());
  expect(await lost()).toContain(AMOUNT);
});

test('the pool at a swap', async () => {
  const before = await held();
  await breakDown(exchange.poolOf());
  await alice.send(await swap());
  expect(await held()).toEqual(before);
  await breakDown(exchange.poolOf(), CODE.pool);
  expect(await lost()).toEqual([0n, 0n, 0n]);
});

test('the pool at liquidity', async () => {
  const before = await held();
  await breakDown(exchange.poolOf());
  await exchange.provideA(alice, AMOUNT);
  expect(await held()).toEqual(before);
});

test('a pool with half of its first liquidity, at a swap', async () => {
  const bob = await exchange.person('bob');
  await exchange.provideHalf(bob, [exchange.tokenA, exchange.tokenC], AMOUNT);
  const offer = { offerJettonAddress: exchange.tokenA, askJettonAddress: exchange.tokenC, offerAmount: AMOUNT };
  const terms = { userWalletAddress: bob.address, minAskAmount: 1n };
  await bob.send(await exchange.sdkRouter.getSwapJettonToJettonTxParams({ ...offer, ...terms }));
  expect(await exchange.balance(bob.address, exchange.tokenA)).toBe(HELD - AMOUNT);
});

test('the LP account at a half', async () => {
  await exchange.provideA(alice, AMOUNT);
  const before = await held();
  await breakDown(accountAddress());
  await exchange.provideHalf(alice, [exchange.tokenB, exchange.tokenA], AMOUNT);
  expect(await held()).toEqual(before);
  expect(await lost()).toEqual([0n, 0n, 0n]);
});

test('the pool at what an LP account adds or asks back: the account gets it back', async () => {
  await exchange.provideA(alice, AMOUNT);
  await exchange.provideHalf(alice, [exchange.tokenB, exchange.tokenA], AMOUNT, 2n * AMOUNT);
  const before = await staged();
  expect(before).toEqual({ amount0: AMOUNT, amount1: AMOUNT });
  const part = { amount0: 1000n, amount1: AMOUNT, minimumLpToMint: 1n };
  const ownerAddress = alice.address;
  const account = exchange.chain.openContract(await exchange.sdkPool().getLpAccount({ ownerAddress }));
  await breakDown(exchange.poolOf());
  await alice.send(await account.getRefundTxParams());
  expect(await staged()).toEqual(before);
  await alice.send(await account.getDirectAddLiquidityTxParams(part));
  expect(await staged()).toEqual(before);
});

test('the LP wallet at a mint: nobody gets the LP tokens, and the supply does not count them', async () => {
  const { totalSupply } = await exchange.sdkPool().getJettonData();
  const wallet = exchange.walletOf(alice.address, exchange.poolOf());
  const balance = await exchange.balance(alice.address, exchange.poolOf());
  await breakDown(wallet);
  await exchange.provide(alice, AMOUNT, AMOUNT);
  expect((await exchange.sdkPool().getJettonData()).totalSupply).toBe(totalSupply);
  expect(await exchange.balance(alice.address, exchange.poolOf())).toBe(balance);
});

test('the pool at a burn: the owner keeps the LP tokens', async () => {
  const before = await held();
  const burn = await exchange.sdkPool().getBurnTxParams({ amount: AMOUNT, responseAddress: alice.address });
  await breakDown(exchange.poolOf());
  await alice.send(burn);
  expect(await held()).toEqual(before);
});

test.each([
  ['the wallet of the receiver', () => exchange.walletOf(alice.address, exchange.tokenB)],
  ['the wallet of the router', () => exchange.walletOf(exchange.router, exchange.tokenB)],
])('%s at a payout: the books show what is owed to nobody', async (_, broken) => {
  const jettonWallet = exchange.walletOf(exchange.router, exchange.tokenA);
  const { jettonToReceive } = await exchange.sdkPool().getExpectedOutputs({ amount: AMOUNT, jettonWallet });
  await breakDown(broken());
  await alice.send(await swap());
  expect(await lost()).toEqual([0n, jettonToReceive, 0n]);
});

test('the wallet of the router at tokens that arrive: the sender gets them back', async () => {
  const before = await held();
  await breakDown(exchange.walletOf(exchange.router, exchange.tokenA));
  await alice.send(await swap());
  expect(await held()).toEqual(before);
});
