// An app of STON.fi on an exchange that settles on TON: it simulates, builds, sends, and gets what was simulated. One start: 12 s of CPU.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { expect, test } from 'vitest';
import { openApp } from '../../../devnet/test/stonfi-app.ts';
import { Server, temporaryDirectory } from '../../crash/process.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

test('an app simulates, builds, sends and gets what was simulated', async () => {
  const folder = temporaryDirectory();
  const settings = { VENUE: 'ton', DEVNET_FOLDER: join(folder, 'devnet'), COMPAT: 'stonfi', AUTH: 'keys' };
  const server = await Server.start(join(folder, 'millpond.db'), settings, { demo: false });
  const published = JSON.parse(readFileSync(join(folder, 'devnet/devnet.json'), 'utf8'));
  const app = await openApp(server.url, published);
  const { api } = app;
  const addressOf = (symbol: string) =>
    symbol === 'TON' ? TON : published.tokens.find((one: { symbol: string }) => one.symbol === symbol).address;
  const [USDT, STON] = [addressOf('USDT'), addressOf('STON')];

  expect((await api.getRouters())[0]).toMatchObject({ address: published.router, majorVersion: 1 });
  expect((await api.getPools()).map(({ token0Address }) => token0Address)).toHaveLength(3);

  for (const [offerAddress, askAddress, offerUnits] of [
    [TON, USDT, '3000000000'],
    [USDT, STON, '1000000'],
    [USDT, TON, '50000000'],
    [STON, USDT, '7777777777'],
  ] as const) {
    const simulation = await api.simulateSwap({ offerAddress, askAddress, offerUnits, slippageTolerance: '0.01' });
    expect(await app.swap(simulation)).toBe(BigInt(simulation.askUnits));
    const { askUnits } = simulation;
    const reverse = await api.simulateReverseSwap({ offerAddress, askAddress, askUnits, slippageTolerance: '0.01' });
    expect(await app.swap(reverse)).toBe(BigInt(reverse.askUnits));
  }

  // Without a key, of any wallet.
  const held = await api.getWalletAssets(app.address);
  expect(held.map(({ symbol }) => symbol).toSorted()).toEqual(['NOT', 'STON', 'TON', 'USDT']);
  const usdt = { walletAddress: app.address, assetAddress: USDT };
  expect(await api.getWalletAsset(usdt)).toEqual(held.find(({ symbol }) => symbol === 'USDT'));

  const [pool] = await api.getPoolsByAssetPair({ asset0Address: USDT, asset1Address: STON });
  const poolAddress = pool?.address as string;
  expect(await api.getWalletPools(app.address)).toEqual([]);
  const provision = await api.simulateLiquidityProvision({
    ...{ provisionType: 'Balanced', poolAddress, tokenA: USDT, tokenB: STON, tokenAUnits: '5000000' },
    slippageTolerance: '0.01',
  });
  await app.provide(provision);
  const share = { lpBalance: provision.estimatedLpUnits, lpAccountAddress: expect.stringMatching(/^EQ/) };
  await expect.poll(() => api.getWalletPools(app.address)).toEqual([expect.objectContaining(share)]);
  expect(await api.getWalletPool({ walletAddress: app.address, poolAddress })).toMatchObject(share);

  const jetton = { jettonAddress: USDT, ownerAddress: app.address };
  expect(Address.isFriendly(await api.getJettonWalletAddress(jetton))).toBe(true);
  await expect(api.getJettonWalletAddress({ ...jetton, jettonAddress: app.address })).rejects.toMatchObject({
    data: { error: expect.any(String) },
  });
  await expect(api.getWalletAssets('local')).rejects.toMatchObject({ status: 401 });
  await expect(api.getWalletPools('local')).rejects.toMatchObject({ status: 400 });
}, 240_000);
