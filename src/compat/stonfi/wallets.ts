// What an account holds: assets, and shares of pools. On TON anybody can see any wallet; elsewhere an account is seen with its own key.
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import { allBalances, type BalanceEntry, type PoolEntry, type TokenEntry } from '../lists.ts';
import { type Ask, type Exchange, SurfaceRefusal } from '../surface.ts';
import {
  type Directory,
  readAsset,
  readDirectory,
  readPool,
  readRouter,
  type ShownPools,
  tokensByAddress,
} from './ask.ts';
import { assetOf, poolOf, scaled, unitsOf } from './shape.ts';

/** Asks about an account: on TON as the owner of the wallet, elsewhere with the rights of the caller. */
type Holder = { readonly ask: Ask; readonly query: { readonly account?: string } };

function holderOf({ ask, chain }: Exchange, account: string): Holder {
  const asOwner = chain?.asOwner(account);
  return asOwner ? { ask: asOwner, query: {} } : { ask, query: { account } };
}

export type HeldAsset = { readonly token: TokenEntry; readonly balance: BalanceEntry['balance'] };
export type HeldAssets = { readonly held: readonly HeldAsset[]; readonly directory: Directory };

/** Assets of which the account holds something. */
export async function readHeldAssets(exchange: Exchange, account: string): Promise<HeldAssets> {
  const { ask, query } = holderOf(exchange, account);
  const [balances, directory] = [await allBalances(ask, query), await readDirectory(exchange)];
  const held = balances.flatMap(({ address, balance }) => {
    const token = directory.tokens.get(address);
    return token ? [{ token, balance }] : [];
  });
  return { held, directory };
}

export async function readHeldAsset(exchange: Exchange, account: string, asset: string): Promise<HeldAssets> {
  const token = await readAsset(exchange, asset);
  const { ask, query } = holderOf(exchange, account);
  const [entry] = (await ask('getBalances', { ...query, token: token.address })).balances;
  return { held: [{ token, balance: entry?.balance ?? 0 }], directory: await readDirectory(exchange) };
}

export const heldAssetOf = ({ token, balance }: HeldAsset, directory: Directory) => {
  const asset = assetOf(token, directory);
  const tags = Number(balance) > 0 ? [...asset.tags, 'asset:wallet_has_balance'] : asset.tags;
  return { ...asset, tags, balance: unitsOf(balance, Number(token.decimals)) };
};

type Share = { readonly lpTokens: string | number; readonly lpAccount?: string };
export type HeldPools = ShownPools & { readonly shares: ReadonlyMap<string, Share> };

/** Pools of which the account holds a share. */
export async function readHeldPools(exchange: Exchange, account: string): Promise<HeldPools> {
  const shares = await (exchange.chain ? sharesOnChain : sharesOnLedger)(exchange, account);
  const pools: PoolEntry[] = [];
  const tokens: TokenEntry[] = [];
  for (const named of groups([...shares.keys()], MOST_NAMED)) {
    const page = (await exchange.ask('getPools', { pool: [...named] })).pools;
    const unknown = new Set(page.flatMap(({ jetton0, jetton1 }) => [jetton0, jetton1]));
    for (const part of groups([...unknown], MOST_NAMED))
      tokens.push(...(await exchange.ask('getTokens', { token: [...part] })).tokens);
    pools.push(...page);
  }
  return { pools, shares, tokens: tokensByAddress(tokens), router: await readRouter(exchange) };
}

export async function readHeldPool(exchange: Exchange, account: string, address: string): Promise<HeldPools> {
  const shown = await readPool(exchange, address);
  const { poolAddress, jetton0, jetton1 } = shown.pool;
  const share = exchange.chain
    ? await shareOnChain(askOnChain(exchange, account), { jetton0, jetton1 })
    : (await sharesOnLedger(exchange, account)).get(poolAddress);
  return { ...shown, shares: new Map(share ? [[poolAddress, share]] : []) };
}

export const heldPoolsOf = (held: HeldPools) =>
  held.pools.map((pool) => {
    const share = held.shares.get(pool.poolAddress);
    return {
      ...poolOf(pool, held),
      lp_balance: unitsOf(share?.lpTokens ?? 0, LP_DECIMALS),
      lp_account_address: share?.lpAccount,
    };
  });

/** On the ledger a share of a pool is a balance of its LP token, which has the address of the pool. */
async function sharesOnLedger(exchange: Exchange, account: string): Promise<ReadonlyMap<string, Share>> {
  const { ask, query } = holderOf(exchange, account);
  const { tokens } = await readDirectory(exchange);
  const balances = await allBalances(ask, query);
  return new Map(
    balances.flatMap(({ address, balance }) =>
      tokens.has(address) ? [] : [[address, { lpTokens: balance }] as const],
    ),
  );
}

/** On TON each listed pool is asked about. */
async function sharesOnChain(exchange: Exchange, account: string): Promise<ReadonlyMap<string, Share>> {
  const ask = askOnChain(exchange, account);
  const shares = new Map<string, Share>();
  for (const pools of groups((await readDirectory(exchange)).pools, ASKED_AT_ONCE)) {
    const found = await Promise.all(pools.map((pool) => shareOnChain(ask, pool)));
    for (const [at, { poolAddress }] of pools.entries()) {
      const share = found[at];
      if (share && scaled(share.lpTokens, LP_DECIMALS) > 0n) shares.set(poolAddress, share);
    }
  }
  return shares;
}

function askOnChain({ chain, ask, account: own }: Exchange, account: string): Ask {
  const asOwner = chain?.asOwner(account) ?? (account === own ? ask : undefined);
  if (asOwner) return asOwner;
  throw new SurfaceRefusal('invalid_request', 'On TON, name the address of a wallet.');
}

async function shareOnChain(ask: Ask, { jetton0, jetton1 }: Pick<PoolEntry, 'jetton0' | 'jetton1'>): Promise<Share> {
  const { lpTokenBalance, lpAddress } = await ask('getLPAccountData', { jetton0, jetton1 });
  return { lpTokens: lpTokenBalance, lpAccount: lpAddress };
}

export async function readJettonWallet({ chain }: Exchange, jetton: string, owner: string): Promise<string> {
  const address = await chain?.jettonWallet(jetton, owner);
  if (address) return address;
  throw new SurfaceRefusal('not_found', chain ? `There is no jetton ${jetton}.` : 'This exchange is not on TON.');
}

/** The most addresses that one question may name. */
const MOST_NAMED = 100;
const ASKED_AT_ONCE = 10;

function* groups<Item>(items: readonly Item[], size: number): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
