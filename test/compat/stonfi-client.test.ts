// STON.fi's client @ston-fi/api 0.32, unmodified, on the ledger.
import { AssetTag, StonApiClient } from '@ston-fi/api';
import { afterEach, expect, test } from 'vitest';
import { send } from '../http/client.ts';
import { openMarket } from '../http/market.ts';
import { type Server, startServer } from '../http/server.ts';

const NOBODY = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

let server: Server;
afterEach(() => server.close());

/** A market of two pools: one of apples and bread, and an empty one of apples and corn. */
async function start(): Promise<StonApiClient> {
  server = await startServer({ compat: ['stonfi'] });
  await openMarket(server);
  return new StonApiClient({ baseURL: server.url });
}

const router = async () => JSON.parse((await send(server, { path: '/getRouterData' })).text).data.routerAddress;

test('assets and pools are those of the exchange, in base units', async () => {
  const client = await start();
  expect((await client.getAssets()).map(({ contractAddress }) => contractAddress)).toEqual(['apple', 'bread', 'corn']);
  expect(await client.getAsset('bread')).toMatchObject({ symbol: 'BREAD', decimals: 2, kind: 'Jetton' });
  const [full, empty] = await client.getPools();
  expect(full).toEqual({
    address: expect.any(String),
    routerAddress: await router(),
    token0Address: 'apple',
    token1Address: 'bread',
    reserve0: '1000000',
    reserve1: '200000000',
    lpFee: '20',
    protocolFee: '10',
    refFee: '10',
    protocolFeeAddress: 'treasury',
    collectedToken0ProtocolFee: '0',
    collectedToken1ProtocolFee: '0',
    lpTotalSupply: '14142135',
    deprecated: false,
  });
  expect(empty).toMatchObject({ token0Address: 'apple', token1Address: 'corn', reserve0: '0', reserve1: '0' });
  expect(await client.getPool(full?.address as string)).toEqual(full);
  const [first, second] = [
    { asset0Address: 'apple', asset1Address: 'bread' },
    { asset0Address: 'bread', asset1Address: 'apple' },
  ];
  expect(await client.getPoolsByAssetPair(first)).toEqual([full]);
  expect(await client.getPoolsByAssetPair(second)).toEqual([full]);
  expect(await client.getPoolsByAssetPair({ asset0Address: 'bread', asset1Address: 'corn' })).toEqual([]);
  expect(await client.getSwapPairs()).toContainEqual(['bread', 'apple']);
  expect(await client.getRouters()).toEqual([await client.getRouter(await router())]);
});

test('a rate that is no whole number of basis points is rounded up', async () => {
  const client = await start();
  const body = { Pair: { tokenA: 'apple', tokenB: 'bread' }, lpFee: 0.00025, protocolFee: 0, force: true };
  expect(await send(server, { path: '/setPoolFees', body })).toMatchObject({ status: 200 });
  const [pool] = await client.getPoolsByAssetPair({ asset0Address: 'apple', asset1Address: 'bread' });
  expect(pool).toMatchObject({ lpFee: '3', protocolFee: '0' });
});

test('a pool is shown with the fees of nobody if it charges none, and also if it is hidden', async () => {
  const client = await start();
  const terms = { force: true, curve: 'stable', amplification: 200, protocolFee: 0, refFee: 0 };
  const body = { Pair: { tokenA: 'bread', tokenB: 'corn' }, ...terms };
  const created = JSON.parse((await send(server, { path: '/createPool', body })).text).data;
  const hidden = { Pair: { tokenA: 'bread', tokenB: 'corn' }, status: 'hidden' };
  expect(await send(server, { path: '/setPoolStatus', body: hidden })).toMatchObject({ status: 200 });
  const pool = await client.getPool(created.poolAddress);
  expect(pool).toMatchObject({ protocolFeeAddress: NOBODY, amp: '200', deprecated: true });
  expect((await client.getPools()).map(({ address }) => address)).not.toContain(pool.address);
});

test('searches go by tags, text and address', async () => {
  const client = await start();
  const assets = async (condition: string, more: object = {}) =>
    (await client.queryAssets({ condition, ...more })).map(({ contractAddress }) => contractAddress);
  expect(await assets(AssetTag.LiquidityVeryHigh)).toEqual(['apple', 'bread']);
  expect(await assets(`${AssetTag.Popular} | ${AssetTag.LiquidityNo}`)).toEqual(['corn']);
  expect(await assets(`(${AssetTag.Popular} | ${AssetTag.Essential}) & !(${AssetTag.LiquidityNo} | x)`)).toEqual([
    'apple',
    'bread',
  ]);
  expect(await assets(AssetTag.Popular, { unconditionalAssets: ['corn'] })).toEqual(['corn']);
  expect(await assets('', { searchTerms: ['BRE', 'corn'] })).toEqual(['bread', 'corn']);
  expect(await assets('', { limit: 1 })).toEqual(['apple']);
  const [found] = await client.queryAssets({ condition: '', searchTerms: ['corn'] });
  expect(found?.meta).toMatchObject({ decimals: 18, symbol: 'CORN' });

  const pools = async (condition: string, more: object = {}) =>
    (await client.queryPools({ condition, ...more })).map(({ token1Address }) => token1Address);
  expect(await pools('')).toEqual(['bread', 'corn']);
  expect(await pools(AssetTag.LiquidityVeryHigh)).toEqual(['bread']);
  expect(await pools(AssetTag.Popular, { unconditionalAssets: ['corn'] })).toEqual(['corn']);
  expect(await pools('', { searchTerms: ['corn', 'nothing'] })).toEqual(['corn']);
  expect(await pools('', { limit: 1 })).toEqual(['bread']);
});

test.each(['(', 'a |', 'a b', ')', 'a & & b', '!', '(a', 'a $ b', '\u{1f35e}'])(
  'the condition %s is refused',
  async (condition) => {
    const client = await start();
    await expect(client.queryAssets({ condition })).rejects.toMatchObject({
      status: 400,
      data: { error: expect.stringMatching(/^condition /) },
    });
  },
);

test('lists of farms, stakes and vaults are empty', async () => {
  const client = await start();
  expect(await client.getFarms()).toEqual([]);
  expect(await client.getFarmsByPool('a')).toEqual([]);
  expect(await client.getWalletFarms('a')).toEqual([]);
  expect(await client.getWalletVaultsFee({ walletAddress: 'a' })).toEqual([]);
  expect(await client.getWalletStakes({ walletAddress: 'a' })).toMatchObject({ nfts: [], stakedSton: '0' });
});

test('what does not exist is answered in the form of the surface', async () => {
  const client = await start();
  const missing = { status: 404, data: { error: expect.stringMatching(/^There is no (asset|pool) nothing\.$/) } };
  await expect(client.getAsset('nothing')).rejects.toMatchObject(missing);
  await expect(client.getPool('nothing')).rejects.toMatchObject(missing);
});
