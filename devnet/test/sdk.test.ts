// STON.fi's unmodified SDK trades on a devnet over HTTP: results match what its getters expect.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DEX, pTON } from '@ston-fi/sdk';
import { Address, internal, type SenderArguments, toNano } from '@ton/core';
import { JettonMaster, JettonWallet } from '@ton/ton';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDevnet, openWallet, type TestDevnet, type TestWallet } from './devnet.ts';

let devnet: TestDevnet;
let trader: TestWallet;
beforeAll(async () => {
  devnet = await openDevnet();
  trader = await openWallet(devnet, devnet.published.faucet.mnemonic);
});
afterAll(() => devnet.stop());

const REFERRER = new Address(0, Buffer.alloc(32, 0x77));

const router = () => devnet.client.open(DEX.v1.Router.create(devnet.published.router));
const proxyTon = () => pTON.v1.create(devnet.published.pton);
const token = (symbol: string) =>
  Address.parse(devnet.published.tokens.find((one) => one.symbol === symbol)?.address ?? devnet.published.pton);
const walletOf = (owner: Address, symbol: string) =>
  devnet.client.open(JettonMaster.create(token(symbol))).getWalletAddress(owner);
const routerWallet = (symbol: string) => walletOf(Address.parse(devnet.published.router), symbol);
const balance = async (owner: Address, symbol: string) =>
  devnet.client.open(JettonWallet.create(await walletOf(owner, symbol))).getBalance();

async function pool(a: string, b: string) {
  const pair = { token0: token(a), token1: token(b) };
  return devnet.client.open(DEX.v1.Pool.create(await router().getPoolAddressByJettonMinters(pair)));
}
const lpBalance = async (a: string, b: string) =>
  devnet.client.open(await (await pool(a, b)).getJettonWallet({ ownerAddress: trader.address })).getBalance();
const expected = async (from: string, to: string, amount: bigint) =>
  (await pool(from, to)).getExpectedOutputs({ amount, jettonWallet: await routerWallet(from) });

const send = (...orders: SenderArguments[]) =>
  trader.send(...orders.map(({ to, value, body, init }) => internal({ to, value, ...{ body, init } })));

/** Amounts of tokens A and B in the pool's own order. */
async function inOrder<T>(a: string, b: string, ofA: T, ofB: T): Promise<readonly [T, T]> {
  const { token0WalletAddress } = await (await pool(a, b)).getPoolData();
  return token0WalletAddress.equals(await routerWallet(a)) ? [ofA, ofB] : [ofB, ofA];
}

const swapOf = (
  from: string,
  to: string,
  offerAmount: bigint,
  more: { minAskAmount?: bigint; referralAddress?: Address } = {},
) =>
  router().getSwapJettonToJettonTxParams({
    ...{ userWalletAddress: trader.address, offerJettonAddress: token(from), askJettonAddress: token(to) },
    ...{ offerAmount, minAskAmount: 1n, ...more },
  });
const halfOf = (from: string, to: string, sendAmount: bigint, minLpOut = 1n) =>
  router().getProvideLiquidityJettonTxParams({
    ...{ userWalletAddress: trader.address, sendTokenAddress: token(from), otherTokenAddress: token(to) },
    ...{ sendAmount, minLpOut },
  });
const lpAccount = async (a: string, b: string) =>
  devnet.client.open(await (await pool(a, b)).getLpAccount({ ownerAddress: trader.address }));

test('the router names its admin, and the same pool for a pair in either order', async () => {
  const data = await router().getRouterData();
  expect([data.isLocked, data.adminAddress.toString()]).toEqual([false, devnet.published.admin.address]);
  const [one, other] = [await pool('USDT', 'STON'), await pool('STON', 'USDT')];
  expect(one.address.toString()).toBe(other.address.toString());
});

test('the pools have the reserves and fees of the demo market', async () => {
  for (const [a, amountA, b, amountB] of [
    ['TON', toNano(2_000_000), 'USDT', 5_000_000_000_000n],
    ['STON', toNano(1_600_000), 'USDT', 1_000_000_000_000n],
    ['NOT', toNano(800_000_000), 'TON', toNano(720_000)],
  ] as const) {
    const data = await (await pool(a, b)).getPoolData();
    expect([data.reserve0, data.reserve1]).toEqual(await inOrder(a, b, amountA, amountB));
    expect([data.lpFee, data.protocolFee, data.refFee]).toEqual([20n, 10n, 10n]);
    expect(data.protocolFeeAddress.toString()).toBe(devnet.published.admin.address);
  }
});

test('jetton → jetton pays what was expected', async () => {
  const { jettonToReceive } = await expected('USDT', 'STON', 1_000_000n);
  const before = [await balance(trader.address, 'USDT'), await balance(trader.address, 'STON')] as const;
  await send(await swapOf('USDT', 'STON', 1_000_000n));
  expect(jettonToReceive).toBeGreaterThan(0n);
  expect(await balance(trader.address, 'USDT')).toBe(before[0] - 1_000_000n);
  expect(await balance(trader.address, 'STON')).toBe(before[1] + jettonToReceive);
});

test('TON → jetton pays what was expected', async () => {
  const { jettonToReceive } = await expected('TON', 'USDT', toNano(3));
  const before = await balance(trader.address, 'USDT');
  const order = { userWalletAddress: trader.address, proxyTon: proxyTon(), askJettonAddress: token('USDT') };
  await send(await router().getSwapTonToJettonTxParams({ ...order, offerAmount: toNano(3), minAskAmount: 1n }));
  expect(await balance(trader.address, 'USDT')).toBe(before + jettonToReceive);
});

test('jetton → TON pays what was expected, less gas', async () => {
  const { jettonToReceive } = await expected('USDT', 'TON', 50_000_000n);
  const before = await trader.balance();
  const order = { userWalletAddress: trader.address, proxyTon: proxyTon(), offerJettonAddress: token('USDT') };
  await send(await router().getSwapJettonToTonTxParams({ ...order, offerAmount: 50_000_000n, minAskAmount: 1n }));
  const gas = before + jettonToReceive - (await trader.balance());
  expect(gas).toBeGreaterThan(0n);
  expect(gas).toBeLessThan(toNano('0.06'));
});

test('a referrer gets a fee in the bought token', async () => {
  await send(await swapOf('USDT', 'STON', 1_000_000_000n, { referralAddress: REFERRER }));
  expect(await balance(REFERRER, 'STON')).toBeGreaterThan(0n);
});

test('a swap that would pay too little returns the offer', async () => {
  const { jettonToReceive } = await expected('USDT', 'STON', 1_000_000n);
  const before = [await balance(trader.address, 'USDT'), await balance(trader.address, 'STON')];
  await send(await swapOf('USDT', 'STON', 1_000_000n, { minAskAmount: jettonToReceive + 1n }));
  expect([await balance(trader.address, 'USDT'), await balance(trader.address, 'STON')]).toEqual(before);
});

test('liquidity mints what was expected', async () => {
  const [amount0, amount1] = await inOrder('USDT', 'STON', 5_000_000n, 8_000_000_000n);
  const minted = await (await pool('USDT', 'STON')).getExpectedTokens({ amount0, amount1 });
  const before = await lpBalance('USDT', 'STON');
  await send(await halfOf('USDT', 'STON', 5_000_000n), await halfOf('STON', 'USDT', 8_000_000_000n));
  expect(minted).toBeGreaterThan(0n);
  expect(await lpBalance('USDT', 'STON')).toBe(before + minted);
});

test('one half of a provision alone is staged, and can be taken back', async () => {
  const before = await balance(trader.address, 'USDT');
  await send(await halfOf('USDT', 'STON', 7_000_000n));
  const account = await lpAccount('USDT', 'STON');
  const { amount0, amount1 } = await account.getLpAccountData();
  expect([amount0, amount1]).toEqual(await inOrder('USDT', 'STON', 7_000_000n, 0n));
  await send(await account.getRefundTxParams());
  expect(await balance(trader.address, 'USDT')).toBe(before);
});

test('two halves with a minimum of 0 stay staged until direct_add_liquidity provides them', async () => {
  const before = await lpBalance('USDT', 'STON');
  await send(await halfOf('USDT', 'STON', 5_000_000n, 0n), await halfOf('STON', 'USDT', 8_000_000_000n, 0n));
  expect(await lpBalance('USDT', 'STON')).toBe(before);
  const [amount0, amount1] = await inOrder('USDT', 'STON', 5_000_000n, 8_000_000_000n);
  const order = { userWalletAddress: trader.address, amount0, amount1, minimumLpToMint: 1n };
  await send(await (await lpAccount('USDT', 'STON')).getDirectAddLiquidityTxParams(order));
  expect(await lpBalance('USDT', 'STON')).toBeGreaterThan(before);
});

test('providing TON and a jetton mints LP tokens', async () => {
  const before = await lpBalance('TON', 'USDT');
  const ton = await router().getProvideLiquidityTonTxParams({
    ...{ userWalletAddress: trader.address, proxyTon: proxyTon(), otherTokenAddress: token('USDT') },
    ...{ sendAmount: toNano(2), minLpOut: 1n },
  });
  const usdt = await router().getProvideLiquidityJettonTxParams({
    ...{ userWalletAddress: trader.address, sendTokenAddress: token('USDT'), otherTokenAddress: token('TON') },
    ...{ sendAmount: 5_000_000n, minLpOut: 1n },
  });
  await send(ton, usdt);
  expect(await lpBalance('TON', 'USDT')).toBeGreaterThan(before);
});

test('burning LP tokens returns what was expected', async () => {
  const contract = await pool('USDT', 'STON');
  const amount = await lpBalance('USDT', 'STON');
  const { amount0, amount1 } = await contract.getExpectedLiquidity({ jettonAmount: amount });
  const before = [await balance(trader.address, 'USDT'), await balance(trader.address, 'STON')] as const;
  await send(await contract.getBurnTxParams({ amount, responseAddress: trader.address }));
  const gained = [
    (await balance(trader.address, 'USDT')) - before[0],
    (await balance(trader.address, 'STON')) - before[1],
  ];
  expect([amount0, amount1]).toEqual(await inOrder('USDT', 'STON', gained[0], gained[1]));
  expect(await lpBalance('USDT', 'STON')).toBe(0n);
});

test('collect_fees pays the protocol’s fees to the fee address, and the pool keeps none', async () => {
  const contract = await pool('USDT', 'STON');
  const { collectedToken0ProtocolFee, collectedToken1ProtocolFee } = await contract.getPoolData();
  const [, ofSton] = await inOrder('USDT', 'STON', collectedToken0ProtocolFee, collectedToken1ProtocolFee);
  const admin = Address.parse(devnet.published.admin.address);
  const before = await balance(admin, 'STON');
  await send(await contract.getCollectFeeTxParams());
  expect(ofSton).toBeGreaterThan(0n);
  expect(await balance(admin, 'STON')).toBeGreaterThan(before);
  const after = await contract.getPoolData();
  expect([after.collectedToken0ProtocolFee, after.collectedToken1ProtocolFee]).toEqual([0n, 0n]);
});

test('the sample in the documentation runs unchanged', async () => {
  const [, sample = ''] = /```js\n(\/\/ swap\.mjs[\s\S]*?)```/.exec(readFileSync('docs/ton.md', 'utf8')) ?? [];
  // Below node_modules, so that it finds the packages that a reader is told to install.
  const folder = resolve(`node_modules/.cache/samples-${process.pid}`);
  mkdirSync(join(folder, 'data'), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(devnet.folder, join(folder, 'data/devnet'));
  writeFileSync(join(folder, 'swap.mjs'), sample);
  const { stdout } = await promisify(execFile)(process.execPath, ['swap.mjs'], { cwd: folder });
  const [, bought = '0'] = /^bought (\d+) of 1000000000 parts of a STON\n$/.exec(stdout) ?? [];
  // A STON is 0.625 USDT in the demo market.
  expect(Number(bought) / 1e9).toBeCloseTo(16, 0);
});
