// STON.fi's unmodified SDK, version 1, on our contracts: results match what its getters expect.
import { DEX } from '@ston-fi/sdk';
import { Address, type SenderArguments, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CODE } from '../../src/contracts/code.ts';
import { setFeesBody } from '../../src/contracts/messages.ts';
import { Exchange, type Person } from './exchange.ts';

let exchange: Exchange;
let alice: Person;
let bob: Person;
let fresh: BlockchainSnapshot;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  await exchange.provide(alice, 10n ** 12n, 4n * 10n ** 12n);
  await exchange.provideTon(alice, 50n * 10n ** 9n, 10n ** 12n);
  fresh = exchange.chain.snapshot();
});

beforeEach(() => exchange.chain.loadFrom(fresh));

/** How sending a message changes a person's balances. */
async function changes(person: Person, message: SenderArguments) {
  const { tokenA, tokenB } = exchange;
  const tokens = { tokenA, tokenB, lp: exchange.poolOf() };
  const held = () => Promise.all(Object.values(tokens).map((token) => exchange.balance(person.address, token)));
  const before = await held();
  await person.send(message);
  const after = await held();
  return Object.fromEntries(Object.keys(tokens).map((name, at) => [name, (after[at] ?? 0n) - (before[at] ?? 0n)]));
}

const swapOf = (
  offerAmount: bigint,
  more: { readonly minAskAmount?: bigint; readonly referralAddress?: Address } = {},
) =>
  exchange.sdkRouter.getSwapJettonToJettonTxParams({
    userWalletAddress: alice.address,
    offerJettonAddress: exchange.tokenA,
    askJettonAddress: exchange.tokenB,
    offerAmount,
    minAskAmount: 1n,
    ...more,
  });

const provideOf = (token: 'tokenA' | 'tokenB', sendAmount: bigint, minLpOut = 1n) =>
  exchange.sdkRouter.getProvideLiquidityJettonTxParams({
    userWalletAddress: alice.address,
    sendTokenAddress: exchange[token],
    otherTokenAddress: exchange[token === 'tokenA' ? 'tokenB' : 'tokenA'],
    sendAmount,
    minLpOut,
  });

const accountOf = async (person: Person) =>
  exchange.chain.openContract(await exchange.sdkPool().getLpAccount({ ownerAddress: person.address }));

const routersWallet = (token: Address) => exchange.walletOf(exchange.router, token);

/** Amounts of tokens A and B in the order of the pool. */
async function inPoolOrder<T>(ofA: T, ofB: T): Promise<{ amount0: T; amount1: T }> {
  const { token0WalletAddress } = await exchange.sdkPool().getPoolData();
  const isFirst = token0WalletAddress.equals(routersWallet(exchange.tokenA));
  return isFirst ? { amount0: ofA, amount1: ofB } : { amount0: ofB, amount1: ofA };
}

test('the router returns its admin and the code of its contracts', async () => {
  const data = await exchange.sdkRouter.getRouterData();
  expect(data.isLocked).toBe(false);
  expect(`${data.adminAddress}`).toBe(`${exchange.admin.address}`);
  expect(data.poolCode.equals(CODE.pool)).toBe(true);
  expect(data.jettonLpWalletCode.equals(CODE.jettonWallet)).toBe(true);
  expect(data.lpAccountCode.equals(CODE.lpAccount)).toBe(true);
});

test('the router returns the same pool whichever token is named first', async () => {
  const { sdkRouter, tokenA, tokenB } = exchange;
  const pair = { token0: tokenA, token1: tokenB };
  expect(`${await sdkRouter.getPoolAddressByJettonMinters(pair)}`).toBe(`${exchange.poolOf()}`);
  expect(`${await sdkRouter.getPoolAddressByJettonMinters({ token0: tokenB, token1: tokenA })}`).toBe(
    `${exchange.poolOf()}`,
  );
});

test('after the first liquidity the pool returns its reserves and fees, and 1000 LP tokens are locked', async () => {
  const data = await exchange.sdkPool().getPoolData();
  const reserves = await inPoolOrder(10n ** 12n, 4n * 10n ** 12n);
  expect([data.reserve0, data.reserve1]).toEqual([reserves.amount0, reserves.amount1]);
  expect([data.lpFee, data.protocolFee, data.refFee]).toEqual([20n, 10n, 10n]);
  expect(`${data.protocolFeeAddress}`).toBe(`${new Address(0, Buffer.alloc(32))}`);
  expect([data.collectedToken0ProtocolFee, data.collectedToken1ProtocolFee]).toEqual([0n, 0n]);
  const { totalSupply, adminAddress } = await exchange.sdkPool().getJettonData();
  expect(totalSupply).toBe(2n * 10n ** 12n);
  expect(`${adminAddress}`).toBe(`${exchange.router}`);
  expect(await exchange.balance(alice.address, exchange.poolOf())).toBe(2n * 10n ** 12n - 1000n);
});

test('the getters return the same wallets as init.ts', async () => {
  for (const token of [exchange.tokenA, exchange.pton]) {
    const minter = exchange.chain.openContract(DEX.v1.Pool.create(token));
    expect(`${await minter.getWalletAddress(alice.address)}`).toBe(`${exchange.walletOf(alice.address, token)}`);
  }
  const wallet = exchange.chain.openContract(await exchange.sdkPool().getJettonWallet({ ownerAddress: alice.address }));
  expect(await wallet.getBalance()).toBe(2n * 10n ** 12n - 1000n);
  expect(`${(await wallet.getWalletData()).jettonMasterAddress}`).toBe(`${exchange.poolOf()}`);
});

test('jetton → jetton pays what getExpectedOutputs says', async () => {
  const jettonWallet = routersWallet(exchange.tokenA);
  const { jettonToReceive } = await exchange.sdkPool().getExpectedOutputs({ amount: 10n ** 9n, jettonWallet });
  expect(await changes(alice, await swapOf(10n ** 9n))).toEqual({
    tokenA: -(10n ** 9n),
    tokenB: jettonToReceive,
    lp: 0n,
  });
});

test('a swap is paid only if its output is above the minimum, as on v1', async () => {
  const jettonWallet = routersWallet(exchange.tokenA);
  const { jettonToReceive } = await exchange.sdkPool().getExpectedOutputs({ amount: 10n ** 9n, jettonWallet });
  const refused = await changes(alice, await swapOf(10n ** 9n, { minAskAmount: jettonToReceive }));
  expect(refused).toEqual({ tokenA: 0n, tokenB: 0n, lp: 0n });
  const paid = await changes(alice, await swapOf(10n ** 9n, { minAskAmount: jettonToReceive - 1n }));
  expect(paid.tokenB).toBe(jettonToReceive);
});

test('TON → jetton costs only the offer and gas', async () => {
  const pool = exchange.sdkPool(exchange.pton, exchange.tokenB);
  const offer = { amount: toNano(1), jettonWallet: routersWallet(exchange.pton) };
  const { jettonToReceive } = await pool.getExpectedOutputs(offer);
  const before = await alice.getBalance();
  const message = await exchange.sdkRouter.getSwapTonToJettonTxParams({
    userWalletAddress: alice.address,
    proxyTon: exchange.sdkPton,
    askJettonAddress: exchange.tokenB,
    offerAmount: offer.amount,
    minAskAmount: 1n,
  });
  expect((await changes(alice, message)).tokenB).toBe(jettonToReceive);
  const spent = before - (await alice.getBalance());
  expect(spent).toBeGreaterThan(toNano(1));
  expect(spent).toBeLessThan(toNano('1.03'));
});

test('jetton → TON pays what getExpectedOutputs says, less gas', async () => {
  const pool = exchange.sdkPool(exchange.pton, exchange.tokenB);
  const offer = { amount: 10n ** 11n, jettonWallet: routersWallet(exchange.tokenB) };
  const { jettonToReceive } = await pool.getExpectedOutputs(offer);
  const before = await alice.getBalance();
  const message = await exchange.sdkRouter.getSwapJettonToTonTxParams({
    userWalletAddress: alice.address,
    offerJettonAddress: exchange.tokenB,
    proxyTon: exchange.sdkPton,
    offerAmount: offer.amount,
    minAskAmount: 1n,
  });
  expect((await changes(alice, message)).tokenB).toBe(-offer.amount);
  const gained = (await alice.getBalance()) - before;
  expect(gained).toBeLessThan(jettonToReceive);
  expect(gained).toBeGreaterThan(jettonToReceive - toNano('0.04'));
});

test('a referrer is paid in the token that was asked for, and gets less than 0.05 TON with it', async () => {
  const { tokenB } = exchange;
  const [before, tonBefore] = [await exchange.balance(bob.address, tokenB), await bob.getBalance()];
  const { tokenB: received = 0n } = await changes(alice, await swapOf(10n ** 9n, { referralAddress: bob.address }));
  const fee = (await exchange.balance(bob.address, tokenB)) - before;
  // The fee is 0.1 % of what left the reserve, rounded up, and the same again for the protocol.
  expect(fee).toBe((received + 2n * fee + 999n) / 1000n);
  expect((await bob.getBalance()) - tonBefore).toBeLessThan(toNano('0.05'));
});

test('one half of a provision is staged, and refund_me returns it', async () => {
  await alice.send(await provideOf('tokenA', 1_000_003n));
  const account = await accountOf(alice);
  const staged = await inPoolOrder(1_000_003n, 0n);
  expect(await account.getLpAccountData()).toMatchObject(staged);
  const returned = await changes(alice, await account.getRefundTxParams());
  expect(returned).toEqual({ tokenA: 1_000_003n, tokenB: 0n, lp: 0n });
  expect(await account.getLpAccountData()).toMatchObject({ amount0: 0n, amount1: 0n });
});

test('providing mints what getExpectedTokens says, and what the ratio does not need comes back', async () => {
  const offered = await inPoolOrder(10n ** 9n, 5n * 10n ** 9n);
  const minted = await exchange.sdkPool().getExpectedTokens(offered);
  await alice.send(await provideOf('tokenA', 10n ** 9n));
  const change = await changes(alice, await provideOf('tokenB', 5n * 10n ** 9n));
  expect(change).toEqual({ tokenA: 0n, tokenB: -4n * 10n ** 9n, lp: minted });
});

test('liquidity below its minimum stays staged, and direct_add_liquidity takes a part of it', async () => {
  await alice.send(await provideOf('tokenA', 10n ** 9n));
  const change = await changes(alice, await provideOf('tokenB', 4n * 10n ** 9n, 3n * 10n ** 9n));
  expect(change).toEqual({ tokenA: 0n, tokenB: -4n * 10n ** 9n, lp: 0n });
  const account = await accountOf(alice);
  expect(await account.getLpAccountData()).toMatchObject(await inPoolOrder(10n ** 9n, 4n * 10n ** 9n));
  const part = await inPoolOrder(10n ** 8n, 4n * 10n ** 8n);
  const added = await changes(alice, await account.getDirectAddLiquidityTxParams(part));
  expect(added).toEqual({ tokenA: 0n, tokenB: 0n, lp: 2n * 10n ** 8n });
  expect(await account.getLpAccountData()).toMatchObject(await inPoolOrder(9n * 10n ** 8n, 36n * 10n ** 8n));
});

test('burning LP tokens returns what getExpectedLiquidity says', async () => {
  await alice.send(await swapOf(10n ** 9n));
  const amount = 123_456_789n;
  const expected = await exchange.sdkPool().getExpectedLiquidity({ jettonAmount: amount });
  const message = await exchange.sdkPool().getBurnTxParams({ amount, responseAddress: alice.address });
  const { tokenA, tokenB, lp } = await changes(alice, message);
  expect(expected).toEqual(await inPoolOrder(tokenA, tokenB));
  expect(lp).toBe(-amount);
});

test('burning LP tokens of a pool with TON returns TON', async () => {
  const pool = exchange.sdkPool(exchange.pton, exchange.tokenB);
  const amount = (await exchange.balance(alice.address, pool.address)) / 2n;
  const before = await alice.getBalance();
  const message = await pool.getBurnTxParams({ amount, responseAddress: alice.address });
  expect((await changes(alice, message)).tokenB).toBeGreaterThan(4n * 10n ** 11n);
  expect((await alice.getBalance()) - before).toBeGreaterThan(toNano('24.9'));
});

test('collected fees go to the fee address only, whoever collects them', async () => {
  await alice.send(await swapOf(10n ** 11n));
  const collect = await exchange.sdkPool().getCollectFeeTxParams();
  await alice.send(collect);
  const { collectedToken0ProtocolFee, collectedToken1ProtocolFee } = await exchange.sdkPool().getPoolData();
  const due = collectedToken0ProtocolFee + collectedToken1ProtocolFee;
  expect(due).toBeGreaterThan(0n);
  const pair = { walletA: routersWallet(exchange.tokenA), walletB: routersWallet(exchange.tokenB) };
  const fees = { lpFee: 30, protocolFee: 5, refFee: 0, feeAddress: exchange.admin.address };
  await exchange.send(exchange.admin, exchange.router, toNano('0.1'), setFeesBody(fees, pair));
  const change = await changes(alice, collect);
  expect(change).toEqual({ tokenA: 0n, tokenB: 0n, lp: 0n });
  expect(await exchange.balance(exchange.admin.address, exchange.tokenB)).toBe(due);
  const after = await exchange.sdkPool().getPoolData();
  expect([after.collectedToken0ProtocolFee, after.collectedToken1ProtocolFee]).toEqual([0n, 0n]);
  expect([after.lpFee, after.protocolFee, after.refFee]).toEqual([30n, 5n, 0n]);
});

test('reset_gas returns the TON that an LP account holds beyond its storage', async () => {
  await alice.send(await provideOf('tokenA', 10n ** 9n));
  const account = await accountOf(alice);
  await alice.send({ to: account.address, value: toNano(5) });
  const before = await alice.getBalance();
  await alice.send(await account.getResetGasTxParams());
  expect((await alice.getBalance()) - before).toBeGreaterThan(toNano('4.9'));
});
