// The routes of STON.fi's API: method, path and parameters, and what each asks and answers.
import Type from 'typebox';
import { type Route, route } from '../surface.ts';
import { readAsset, readDirectory, readPool, readPoolOf, readPools, readRouter, type ShownPools } from './ask.ts';
import { AssetSearch, PoolSearch, searchAssets, searchPools } from './search.ts';
import { assetOf, foundAssetOf, poolOf, routerOf } from './shape.ts';
import { askLiquidity, askSwap, type Given, LiquidityQuery, liquidityOf, SwapQuery, swapOf } from './simulate.ts';
import {
  heldAssetOf,
  heldPoolsOf,
  readHeldAsset,
  readHeldAssets,
  readHeldPool,
  readHeldPools,
  readJettonWallet,
} from './wallets.ts';

const NONE = Type.Object({});
const Address = Type.String({ minLength: 1, maxLength: 128, description: 'An address.' });

/** A search goes through all that is listed, which costs as much as a few calls. */
const SEARCH_WEIGHT = 3;

const poolList = (shown: ShownPools) => ({ pool_list: shown.pools.map((pool) => poolOf(pool, shown)) });

const swap = (path: string, given: Given): Route =>
  route({
    method: 'POST',
    path,
    input: SwapQuery,
    ask: (exchange, query) => askSwap(exchange, query, given),
    shape: swapOf,
  });

/** Farms, stakes and vaults of fees do not exist here: their lists are empty. */
const emptyList = (path: string, list: string): Route =>
  route({ method: 'GET', path, input: NONE, ask: async () => ({}), shape: () => ({ [list]: [] }) });

export const ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/assets',
    input: NONE,
    isSharedList: true,
    ask: readDirectory,
    shape: (directory) => ({ asset_list: directory.assets.map((token) => assetOf(token, directory)) }),
  }),
  route({
    method: 'GET',
    path: '/v1/assets/{asset}',
    input: Type.Object({ asset: Address }),
    ask: async (exchange, { asset }) => ({
      token: await readAsset(exchange, asset),
      directory: await readDirectory(exchange),
    }),
    shape: ({ token, directory }) => ({ asset: assetOf(token, directory) }),
  }),
  route({
    method: 'POST',
    path: '/v1/assets/query',
    input: AssetSearch,
    weight: SEARCH_WEIGHT,
    ask: readDirectory,
    shape: (directory, search) => ({
      asset_list: searchAssets(directory, search).map((token) => foundAssetOf(token, directory)),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/markets',
    input: NONE,
    isSharedList: true,
    ask: readDirectory,
    // STON.fi lists both directions.
    shape: ({ pools }) => ({
      pairs: pools.flatMap(({ jetton0, jetton1 }) => [
        [jetton0, jetton1],
        [jetton1, jetton0],
      ]),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/routers',
    input: NONE,
    isSharedList: true,
    ask: readRouter,
    shape: (router) => ({ router_list: [routerOf(router)] }),
  }),
  route({
    method: 'GET',
    path: '/v1/routers/{router}',
    input: Type.Object({ router: Address }),
    ask: readRouter,
    shape: (router) => ({ router: routerOf(router) }),
  }),
  route({ method: 'GET', path: '/v1/pools', input: NONE, isSharedList: true, ask: readPools, shape: poolList }),
  route({
    method: 'GET',
    path: '/v1/pools/{pool}',
    input: Type.Object({ pool: Address }),
    ask: (exchange, { pool }) => readPool(exchange, pool),
    shape: (shown) => ({ pool: poolOf(shown.pool, shown) }),
  }),
  route({
    method: 'GET',
    path: '/v1/pools/by_market/{asset0}/{asset1}',
    input: Type.Object({ asset0: Address, asset1: Address }),
    ask: (exchange, { asset0, asset1 }) => readPoolOf(exchange, asset0, asset1),
    shape: poolList,
  }),
  route({
    method: 'POST',
    path: '/v1/pools/query',
    input: PoolSearch,
    weight: SEARCH_WEIGHT,
    ask: readPools,
    shape: (shown, search) => poolList({ ...shown, pools: searchPools(shown, search) }),
  }),
  swap('/v1/swap/simulate', 'offer'),
  swap('/v1/reverse_swap/simulate', 'ask'),
  route({
    method: 'POST',
    path: '/v1/liquidity_provision/simulate',
    input: LiquidityQuery,
    ask: askLiquidity,
    shape: liquidityOf,
  }),
  route({
    method: 'GET',
    path: '/v1/wallets/{wallet}/assets',
    input: Type.Object({ wallet: Address }),
    ask: (exchange, { wallet }) => readHeldAssets(exchange, wallet),
    shape: ({ held, directory }) => ({ asset_list: held.map((one) => heldAssetOf(one, directory)) }),
  }),
  route({
    method: 'GET',
    path: '/v1/wallets/{wallet}/assets/{asset}',
    input: Type.Object({ wallet: Address, asset: Address }),
    ask: (exchange, { wallet, asset }) => readHeldAsset(exchange, wallet, asset),
    shape: ({ held: [one], directory }) => ({ asset: one && heldAssetOf(one, directory) }),
  }),
  route({
    method: 'GET',
    path: '/v1/wallets/{wallet}/pools',
    input: Type.Object({ wallet: Address }),
    ask: (exchange, { wallet }) => readHeldPools(exchange, wallet),
    shape: (held) => ({ pool_list: heldPoolsOf(held) }),
  }),
  route({
    method: 'GET',
    path: '/v1/wallets/{wallet}/pools/{pool}',
    input: Type.Object({ wallet: Address, pool: Address }),
    ask: (exchange, { wallet, pool }) => readHeldPool(exchange, wallet, pool),
    shape: (held) => ({ pool: heldPoolsOf(held)[0] }),
  }),
  route({
    method: 'GET',
    path: '/v1/jetton/{jetton}/address',
    input: Type.Object({ jetton: Address, owner_address: Address }),
    ask: (exchange, { jetton, owner_address: owner }) => readJettonWallet(exchange, jetton, owner),
    shape: (address) => ({ address }),
  }),
  emptyList('/v1/farms', 'farm_list'),
  emptyList('/v1/farms_by_pool/{pool}', 'farm_list'),
  emptyList('/v1/wallets/{wallet}/farms', 'farm_list'),
  emptyList('/v1/wallets/{wallet}/fee_vaults', 'vault_list'),
  route({
    method: 'GET',
    path: '/v1/wallets/{wallet}/stakes',
    input: NONE,
    ask: async () => ({}),
    shape: () => ({ minted_gemston: '0', nfts: [], staked_ston: '0', ston_balance: '0', voting_power: '0' }),
  }),
];
