// STON.fi's client and SDK, both unmodified, on a test's devnet: an app simulates, builds, sends, and gets what was simulated. 6 s of CPU.
import { AssetTag } from '@ston-fi/api';
import { Address, toNano } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenContent } from '../src/contracts/content.ts';
import { addressOf as addressOfInit, jettonMinterInit } from '../src/contracts/init.ts';
import { mintBody } from '../src/contracts/messages.ts';
import { startDevnet, type TestDevnet } from '../src/index.ts';
import { openApp } from './stonfi-app.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

let devnet: TestDevnet;
let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  devnet = await startDevnet();
  app = await openApp(devnet.apiUrl, { ...devnet.info, endpoint: devnet.url });
});
afterAll(() => devnet.close());

const addressOf = (symbol: string) => (symbol === 'TON' ? TON : devnet.token(symbol).toString());

test.each([
  ['TON', 'USDT', '3000000000'],
  ['USDT', 'STON', '1000000'],
  ['USDT', 'TON', '50000000'],
  ['STON', 'USDT', '7777777777'],
  ['NOT', 'TON', '123456789012345'],
  ['TON', 'NOT', '1'],
])('%s → %s pays what was simulated, both ways', async (offer, ask, offerUnits) => {
  const pair = { offerAddress: addressOf(offer), askAddress: addressOf(ask), slippageTolerance: '0.01' };
  const simulation = await app.api.simulateSwap({ ...pair, offerUnits });
  expect(simulation).toMatchObject({ offerUnits, swapRate: expect.stringMatching(/^\d+(\.\d+)?$/) });
  expect(await app.swap(simulation)).toBe(BigInt(simulation.askUnits));
  const reverse = await app.api.simulateReverseSwap({ ...pair, askUnits: simulation.askUnits });
  expect(await app.swap(reverse)).toBe(BigInt(reverse.askUnits));
  expect(BigInt(reverse.askUnits)).toBeGreaterThanOrEqual(BigInt(simulation.askUnits));
});

test('liquidity mints what was simulated, and the wallet shows it', async () => {
  const [tokenA, tokenB] = [addressOf('USDT'), addressOf('STON')];
  const [pool] = await app.api.getPoolsByAssetPair({ asset0Address: tokenB, asset1Address: tokenA });
  const { address: poolAddress, lpTotalSupply } = pool as NonNullable<typeof pool>;
  expect(await app.api.getWalletPools(app.address)).toEqual([]);
  const simulation = await app.api.simulateLiquidityProvision({
    ...{ provisionType: 'Balanced', poolAddress, tokenA, tokenB, tokenAUnits: '5000000', slippageTolerance: '0.01' },
  });
  expect(simulation.lpTotalSupply).toBe(lpTotalSupply);
  await app.provide(simulation);
  const [held] = await app.api.getWalletPools(app.address);
  expect(held).toMatchObject({ address: poolAddress, lpBalance: simulation.estimatedLpUnits });
  expect(await app.api.getWalletPool({ walletAddress: app.address, poolAddress })).toEqual(held);
  expect(BigInt(held?.lpTotalSupply as string)).toBe(BigInt(lpTotalSupply) + BigInt(simulation.estimatedLpUnits));
});

test('lists, wallets and searches tell what is on the chain', async () => {
  const { api } = app;
  expect((await api.getAssets()).map(({ symbol }) => symbol)).toEqual([
    'TON',
    ...devnet.info.tokens.map(({ symbol }) => symbol),
  ]);
  expect(await api.getPools()).toHaveLength(devnet.info.pairs.length);
  expect(await api.getSwapPairs()).toContainEqual([TON, addressOf('USDT')]);
  expect(await api.getRouters()).toMatchObject([{ address: devnet.info.router, ptonMasterAddress: devnet.info.pton }]);
  expect(await api.queryAssets({ condition: `${AssetTag.LiquidityVeryHigh} & !${AssetTag.Deprecated}` })).toHaveLength(
    4,
  );
  const owner = new Address(0, Buffer.alloc(32, 5)).toString();
  await devnet.faucet(owner, 5n, 'USDT');
  await devnet.faucet(owner, toNano(1));
  const balances = (await api.getWalletAssets(owner)).map(({ symbol, balance }) => [symbol, balance]);
  expect(balances).toEqual([
    ['TON', '1000000000'],
    ['USDT', '5'],
  ]);
  const jetton = { jettonAddress: addressOf('USDT'), ownerAddress: owner };
  expect(Address.isFriendly(await api.getJettonWalletAddress(jetton))).toBe(true);
});

test('a jetton and a pool of the test itself are served once they were asked for', async () => {
  const { api, send } = app;
  const admin = Address.parse(app.address);
  const init = jettonMinterInit({ admin, content: tokenContent({ name: 'Own jetton', symbol: 'OWN', decimals: 3 }) });
  const own = addressOfInit(init);
  const terms = { tokenA: own.toString(), tokenB: addressOf('USDT'), slippageTolerance: '0.01' };
  const initial = { ...terms, provisionType: 'Initial', tokenAUnits: '4000000', tokenBUnits: '9000000' } as const;
  await expect(api.simulateLiquidityProvision(initial)).rejects.toMatchObject({ status: 404 });
  const body = mintBody({ to: admin, amount: 5_000_000n, ton: toNano('0.1'), response: admin });
  await send({ to: own, value: toNano(1), init, body: null });
  await send({ to: own, value: toNano(1), body });

  expect(await api.getAsset(own.toString())).toMatchObject({ symbol: 'OWN', displayName: 'Own jetton', decimals: 3 });
  const simulation = await api.simulateLiquidityProvision(initial);
  expect(simulation).toMatchObject({ estimatedLpUnits: '5999000', lpTotalSupply: '0', estimatedTokenARate: '0.00225' });
  await app.provide(simulation);
  expect(await api.getPool(simulation.poolAddress)).toMatchObject({ lpTotalSupply: '6000000' });
  expect((await api.getPools()).map(({ address }) => address)).toContain(simulation.poolAddress);
  const swap = { offerAddress: own.toString(), askAddress: addressOf('USDT'), offerUnits: '1234' };
  const simulated = await api.simulateSwap({ ...swap, slippageTolerance: '0.01' });
  expect(await app.swap(simulated)).toBe(BigInt(simulated.askUnits));
  await expect(api.simulateLiquidityProvision(initial)).rejects.toMatchObject({ status: 400 });
});

test('what is not served is answered in the form of the API', async () => {
  const status = { routerAddress: devnet.info.router, ownerAddress: app.address, queryId: '1' };
  const refusal = { status: 404, data: { error: 'A devnet does not serve GET /v1/swap/status.' } };
  await expect(app.api.getSwapStatus(status)).rejects.toMatchObject(refusal);
});

type Odd = { readonly offerUnits: string; readonly ask?: string; readonly slippageTolerance?: string };

test.each<readonly [string, Odd, number, RegExp]>([
  ['an unknown asset', { offerUnits: '1', ask: 'nothing' }, 404, /no asset nothing/],
  ['a router as an asset', { offerUnits: '1', ask: 'router' }, 404, /no asset/],
  ['an asset for itself', { offerUnits: '1', ask: TON }, 400, /two different/],
  ['no pool', { offerUnits: '1', ask: 'STON' }, 404, /no pool of TON and STON/],
  ['no units', { offerUnits: '0' }, 400, /greater than 0/],
  ['negative units', { offerUnits: '-1' }, 400, /units/],
  ['too many units', { offerUnits: '9'.repeat(79) }, 400, /is no amount/],
  ['a tolerance of 2', { offerUnits: '1', slippageTolerance: '2' }, 400, /slippage_tolerance/],
])('%s is refused', async (_, { ask = 'USDT', ...query }, status, words) => {
  const own = devnet.info.tokens.find(({ symbol }) => symbol === ask)?.address;
  const askAddress = own ?? (ask === 'router' ? devnet.info.router : ask);
  const swap = { offerAddress: TON, slippageTolerance: '0.01', ...query, askAddress };
  const refusal = { status, data: { error: expect.stringMatching(words) } };
  await expect(app.api.simulateSwap(swap)).rejects.toMatchObject(refusal);
});
