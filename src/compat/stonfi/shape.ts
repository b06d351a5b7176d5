// How the answers of the exchange look in STON.fi's API: names in snake case, amounts in base units as text.
import { parseDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { PoolEntry, TokenEntry } from '../lists.ts';
import type { Directory, Router, ShownPools } from './ask.ts';

/** STON.fi's address of native TON, which is no jetton; as the address of an account it is nobody's. */
export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

const kindOf = ({ address }: TokenEntry) => (address === TON ? 'Ton' : 'Jetton');

/** Operators choose what is listed here, so each asset has the tags that clients filter by; its liquidity is all or nothing. */
export const tagsOf = ({ address, status }: TokenEntry, { liquid }: Pick<Directory, 'liquid'>) => [
  'asset:essential',
  'asset:default_symbol',
  liquid.has(address) ? 'asset:liquidity:very_high' : 'asset:liquidity:no',
  ...(status === 'listed' ? [] : ['asset:deprecated']),
];

/** Without prices in USD: the quote token need not be worth a dollar. */
export const assetOf = (token: TokenEntry, directory: Pick<Directory, 'liquid'>) => ({
  contract_address: token.address,
  kind: kindOf(token),
  symbol: token.symbol,
  display_name: token.name === '' ? token.symbol : token.name,
  decimals: token.decimals,
  image_url: imageOf(token),
  blacklisted: false,
  community: false,
  default_symbol: true,
  deprecated: token.status !== 'listed',
  priority: 0,
  tags: tagsOf(token, directory),
});

/** A path on this server would mean nothing on other sites. */
const imageOf = ({ logo }: TokenEntry) => (/^(https|data):/.test(logo) ? logo : undefined);

/** An asset as searches show it. */
export const foundAssetOf = (token: TokenEntry, directory: Pick<Directory, 'liquid'>) => {
  const { contract_address, kind, tags, decimals, symbol, display_name, image_url } = assetOf(token, directory);
  return { contract_address, kind, tags, meta: { decimals, symbol, display_name, image_url } };
};

/** The versions that the client looks its contracts up by. The ledger has none, and calls itself what version 1 is. */
const VERSIONS = {
  1: { major_version: 1, minor_version: 0, pton_version: '1.0' },
  2: { major_version: 2, minor_version: 2, pton_version: '2.1' },
} as const;

export const versionOf = ({ contracts }: Router) => contracts?.version ?? 1;

export const routerOf = (router: Router) => ({
  address: router.address,
  ...VERSIONS[versionOf(router)],
  pton_master_address: router.contracts?.pton ?? TON,
  pton_wallet_address: router.contracts?.pton ?? TON,
  router_type: 'ConstantProduct',
  pool_creation_enabled: true,
});

/** A pool. Prices in USD, and what is computed of them, are left out. */
export const poolOf = (pool: PoolEntry, { tokens, router }: Omit<ShownPools, 'pools'>) => {
  const [token0, token1] = [decimalsOf(pool.jetton0, tokens), decimalsOf(pool.jetton1, tokens)];
  return {
    address: pool.poolAddress,
    router_address: router.address,
    token0_address: pool.jetton0,
    token1_address: pool.jetton1,
    reserve0: unitsOf(pool.reserve0, token0),
    reserve1: unitsOf(pool.reserve1, token1),
    lp_fee: basisPointsOf(pool.lpFee),
    protocol_fee: basisPointsOf(pool.protocolFee),
    ref_fee: basisPointsOf(pool.refFee),
    protocol_fee_address: feeAddressOf(pool),
    collected_token0_protocol_fee: unitsOf(pool.collectedToken0ProtocolFee, token0),
    collected_token1_protocol_fee: unitsOf(pool.collectedToken1ProtocolFee, token1),
    lp_total_supply: lpSupplyOf(pool),
    deprecated: pool.status !== 'listed',
    amp: pool.amplification === null ? undefined : String(pool.amplification),
  };
};

export const feeAddressOf = ({ protocolFeeAddress }: PoolEntry) =>
  protocolFeeAddress === 'N/A' ? TON : protocolFeeAddress;

/** Undefined on version 1 of the contracts, which do not tell it with the state of a pool. */
export const lpSupplyOf = ({ lpSupply }: PoolEntry): string | undefined =>
  lpSupply === null ? undefined : unitsOf(lpSupply, LP_DECIMALS);

function decimalsOf(address: string, tokens: ShownPools['tokens']): number {
  const token = tokens.get(address);
  if (!token) throw new Error(`the token ${address} of a pool is not among the tokens`);
  return Number(token.decimals);
}

/** Base units as text. */
export const unitsOf = (amount: string | number, decimals: number): string => String(scaled(amount, decimals));

/** A rate in basis points, rounded up, so that no fee is understated. */
const basisPointsOf = (rate: string | number): string => String((scaled(rate, 6) + 99n) / 100n);

/** A decimal of the exchange in units of 10^-decimals. */
export function scaled(amount: string | number, decimals: number): bigint {
  const value = parseDecimal(String(amount), decimals, MOST);
  if (typeof value !== 'bigint')
    throw new Error(`${amount} is no decimal with at most ${decimals} digits after the point`);
  return value;
}

/** More than any amount, price or rate of the exchange. */
const MOST = 10n ** 120n;
