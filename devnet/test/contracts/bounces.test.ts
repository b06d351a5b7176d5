// Any contract on the way may fail: each test replaces the code of one by a THROW and checks who has the tokens in the end.
import { type Address, beginCell, type SenderArguments } from '@ton/core';
import { type BlockchainSnapshot, createShardAccount } from '@ton/sandbox';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CODE } from '../../src/contracts/code.ts';
import { addressOf, lpAccountInit } from '../../src/contracts/init.ts';
import { stranded } from './accounts.ts';
import { Exchange, HELD, type Person } from './exchange.ts';
import { dataOf, loadStaged } from './states.ts';

const AMOUNT = 10n ** 9n;
/** Code that throws 42 at every message. */
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

/** Replaces the code of a contract, by default with one that fails at every message; the data stays. */
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

test('if the router fails at a transfer notification, the tokens stay with it (our own router never fails there)', async () => {
  await breakDown(exchange.router);
  await alice.send(await swap());
  expect(await lost()).toContain(AMOUNT);
});

test('if the pool fails at a swap, the user gets the offered tokens back', async () => {
  const before = await held();
  await breakDown(exchange.poolOf());
  await alice.send(await swap());
  expect(await held()).toEqual(before);
  await breakDown(exchange.poolOf(), CODE.pool);
  expect(await lost()).toEqual([0n, 0n, 0n]);
});

test('if the pool fails at a provision, the user gets the provided tokens back', async () => {
  const before = await held();
  await breakDown(exchange.poolOf());
  await exchange.provideA(alice, AMOUNT);
  expect(await held()).toEqual(before);
});

test('if the pool has only half of its first liquidity, a swap is refunded', async () => {
  const bob = await exchange.person('bob');
  await exchange.provideHalf(bob, [exchange.tokenA, exchange.tokenC], AMOUNT);
  const offer = { offerJettonAddress: exchange.tokenA, askJettonAddress: exchange.tokenC, offerAmount: AMOUNT };
  const terms = { userWalletAddress: bob.address, minAskAmount: 1n };
  await bob.send(await exchange.sdkRouter.getSwapJettonToJettonTxParams({ ...offer, ...terms }));
  expect(await exchange.balance(bob.address, exchange.tokenA)).toBe(HELD - AMOUNT);
});

test('if the LP account fails at the second half of a provision, the user gets that half back', async () => {
  await exchange.provideA(alice, AMOUNT);
  const before = await held();
  await breakDown(accountAddress());
  await exchange.provideHalf(alice, [exchange.tokenB, exchange.tokenA], AMOUNT);
  expect(await held()).toEqual(before);
  expect(await lost()).toEqual([0n, 0n, 0n]);
});

test('if the pool fails when an LP account adds or takes back staged tokens, they stay in the account', async () => {
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

test('if the LP wallet fails at a mint, nobody gets the LP tokens, and the supply does not count them', async () => {
  const { totalSupply } = await exchange.sdkPool().getJettonData();
  const wallet = exchange.walletOf(alice.address, exchange.poolOf());
  const balance = await exchange.balance(alice.address, exchange.poolOf());
  await breakDown(wallet);
  await exchange.provide(alice, AMOUNT, AMOUNT);
  expect((await exchange.sdkPool().getJettonData()).totalSupply).toBe(totalSupply);
  expect(await exchange.balance(alice.address, exchange.poolOf())).toBe(balance);
});

test('if the pool fails at a burn, the owner keeps the LP tokens', async () => {
  const before = await held();
  const burn = await exchange.sdkPool().getBurnTxParams({ amount: AMOUNT, responseAddress: alice.address });
  await breakDown(exchange.poolOf());
  await alice.send(burn);
  expect(await held()).toEqual(before);
});

test.each([
  ['the wallet of the receiver', () => exchange.walletOf(alice.address, exchange.tokenB)],
  ['the wallet of the router', () => exchange.walletOf(exchange.router, exchange.tokenB)],
])('if %s fails at a payout, the tokens stay with the router and count as unclaimed', async (_, broken) => {
  const jettonWallet = exchange.walletOf(exchange.router, exchange.tokenA);
  const { jettonToReceive } = await exchange.sdkPool().getExpectedOutputs({ amount: AMOUNT, jettonWallet });
  await breakDown(broken());
  await alice.send(await swap());
  expect(await lost()).toEqual([0n, jettonToReceive, 0n]);
});

test('if the wallet of the router fails when tokens arrive, the sender gets them back', async () => {
  const before = await held();
  await breakDown(exchange.walletOf(exchange.router, exchange.tokenA));
  await alice.send(await swap());
  expect(await held()).toEqual(before);
});
