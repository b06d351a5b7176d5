// What the routes of STON.fi's API ask of the exchange.
import { allPools, allTokens, type PoolEntry, type TokenEntry } from '../lists.ts';
import { type Exchange, type RouterContracts, SurfaceRefusal } from '../surface.ts';

export type Directory = {
  /** Tokens that are not hidden. */
  readonly assets: readonly TokenEntry[];
  /** All tokens by address, with the hidden ones. */
  readonly tokens: ReadonlyMap<string, TokenEntry>;
  readonly pools: readonly PoolEntry[];
  /** Pools by their two tokens, whichever comes first. */
  readonly poolOfPair: ReadonlyMap<string, PoolEntry>;
  /** Tokens of which a pool that is open for swaps holds something. */
  readonly liquid: ReadonlySet<string>;
};

/** All pools and tokens. */
export const readDirectory = (exchange: Exchange): Promise<Directory> =>
  exchange.shared('directory', async (ask) => {
    // In this order, no pool has a token that is not in the list of tokens.
    const [pools, tokens] = [await allPools(ask), await allTokens(ask)];
    const open = pools.filter(({ status, reserve0 }) => status === 'listed' && Number(reserve0) > 0);
    return {
      assets: tokens.filter(({ status }) => status !== 'hidden'),
      tokens: tokensByAddress(tokens),
      pools,
      poolOfPair: new Map(pools.map((pool) => [pairOf(pool.jetton0, pool.jetton1), pool])),
      liquid: new Set(open.flatMap(({ jetton0, jetton1 }) => [jetton0, jetton1])),
    };
  });

export const tokensByAddress = (tokens: readonly TokenEntry[]): Directory['tokens'] =>
  new Map(tokens.map((token) => [token.address, token]));

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

export async function readAsset({ ask }: Exchange, address: string): Promise<TokenEntry> {
  const [token] = (await ask('getTokens', { token: address })).tokens;
  if (token) return token;
  throw new SurfaceRefusal('not_found', `There is no asset ${address}.`);
}

/** Two assets in any forms of their addresses; the same one twice if both are it. */
export async function readAssets(exchange: Exchange, [a, b]: readonly [string, string]) {
  const [first, second] = (await exchange.ask('getTokens', { token: [a, b] })).tokens;
  if (first && second) return [first, second] as const;
  return [await readAsset(exchange, a), await readAsset(exchange, b)] as const;
}

export type Router = { readonly address: string; readonly contracts: RouterContracts | undefined };

export const readRouter = (exchange: Exchange): Promise<Router> =>
  exchange.shared('router', async (ask) => ({
    address: (await ask('getRouterData', {})).routerAddress,
    contracts: exchange.chain?.contracts,
  }));

/** Pools, and what their answers need beside them. */
export type ShownPools = Pick<Directory, 'pools' | 'tokens'> & { readonly router: Router };

export async function readPools(exchange: Exchange): Promise<Directory & ShownPools> {
  return { ...(await readDirectory(exchange)), router: await readRouter(exchange) };
}

/** One pool as it is now, also one that is hidden. */
export async function findPool({ ask }: Exchange, address: string): Promise<PoolEntry> {
  const [pool] = (await ask('getPools', { pool: address })).pools;
  if (pool) return pool;
  throw new SurfaceRefusal('not_found', `There is no pool ${address}.`);
}

export async function readPool(
  exchange: Exchange,
  address: string,
): Promise<ShownPools & { readonly pool: PoolEntry }> {
  const pool = await findPool(exchange, address);
  const { tokens } = await exchange.ask('getTokens', { token: [pool.jetton0, pool.jetton1] });
  return { pool, pools: [pool], tokens: tokensByAddress(tokens), router: await readRouter(exchange) };
}

/** The pool of a pair as it is now, if it is in the list of pools. */
export async function readPoolOf(exchange: Exchange, a: string, b: string): Promise<ShownPools> {
  const [first, second] = (await exchange.ask('getTokens', { token: [a, b] })).tokens;
  const { poolOfPair } = await readDirectory(exchange);
  const known = first && second && poolOfPair.get(pairOf(first.address, second.address));
  if (known) return readPool(exchange, known.poolAddress);
  return { pools: [], tokens: new Map(), router: await readRouter(exchange) };
}
