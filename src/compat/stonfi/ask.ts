// What the routes of STON.fi's API ask of the exchange.
import { allPools, allTokens, type PoolEntry, type TokenEntry } from '../lists.ts';
import { type Exchange, SurfaceRefusal } from '../surface.ts';

export type Directory = {
  /** Tokens that are not hidden. */
  readonly assets: readonly TokenEntry[];
  readonly pools: readonly PoolEntry[];
  /** Tokens of which a pool that is open for swaps holds something. */
  readonly liquid: ReadonlySet<string>;
};

/** All pools and tokens. */
export const readDirectory = (exchange: Exchange): Promise<Directory> =>
  exchange.shared('directory', async (ask) => {
    const [tokens, pools] = [await allTokens(ask), await allPools(ask)];
    const open = pools.filter(({ status, reserve0 }) => status === 'listed' && Number(reserve0) > 0);
    return {
      assets: tokens.filter(({ status }) => status !== 'hidden'),
      pools,
      liquid: new Set(open.flatMap(({ jetton0, jetton1 }) => [jetton0, jetton1])),
    };
  });

export async function readAsset({ ask }: Exchange, address: string): Promise<TokenEntry> {
  const [token] = (await ask('getTokens', { token: address })).tokens;
  if (token) return token;
  throw new SurfaceRefusal('not_found', `There is no asset ${address}.`);
}

export type Router = { readonly address: string; readonly contracts: Exchange['contracts'] };

export const readRouter = (exchange: Exchange): Promise<Router> =>
  exchange.shared('router', async (ask) => ({
    address: (await ask('getRouterData', {})).routerAddress,
    contracts: exchange.contracts,
  }));
