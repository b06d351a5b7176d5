// How the answers of the exchange look in STON.fi's API: names in snake case, amounts in base units as text.
import type { TokenEntry } from '../lists.ts';
import type { Directory, Router } from './ask.ts';

/** STON.fi's address of native TON, which is no jetton. */
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

const kindOf = ({ address }: TokenEntry) => (address === TON ? 'Ton' : 'Jetton');

/** Operators choose what is listed here, so each asset has the tags that clients filter by; its liquidity is all or nothing. */
const tagsOf = ({ address, status }: TokenEntry, { liquid }: Pick<Directory, 'liquid'>) => [
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

/** The versions that the client looks its contracts up by. The ledger has none, and calls itself what version 1 is. */
const VERSIONS = {
  1: { major_version: 1, minor_version: 0, pton_version: '1.0' },
  2: { major_version: 2, minor_version: 2, pton_version: '2.1' },
} as const;

export const routerOf = ({ address, contracts }: Router) => ({
  address,
  ...VERSIONS[contracts?.version ?? 1],
  pton_master_address: contracts?.pton ?? TON,
  pton_wallet_address: contracts?.pton ?? TON,
  router_type: 'ConstantProduct',
  pool_creation_enabled: true,
});
