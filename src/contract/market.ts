// The market: its tokens and its pools.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, ListQuery, Named, PoolQuery, Status, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Num, PageOf, POOL, PoolRecord, Str, TokenEntry, TokenRecord } from './records.ts';

export const getRouterData = declareCall({
  name: 'getRouterData',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'Router configuration and supported tokens',
  description: 'Addresses of the router and the factory, the platform fee and the tokens that are not hidden.',
  input: Fields({}),
  output: Type.Object({
    routerAddress: Str('Router address.', 'EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3'),
    factoryAddress: Str(
      'Factory address, from which all others derive.',
      'EQD9LMiYwabndVSgpolA1nPvZKKSMHUfamPKBegz85HU21Tx',
    ),
    platformFee: Num('Default fee of a swap as a fraction: lpFee + protocolFee.', 0.003),
    swapGasEstimate: Type.Integer({ description: 'Balance updates that a direct swap writes.', examples: [5] }),
    supportedTokens: Type.Array(TokenRecord, { description: 'Tokens supported by the router.' }),
  }),
});

export const getPoolData = declareCall({
  name: 'getPoolData',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'State of a pool',
  description: 'Reserves, fees, wallets and collected protocol fees, in the order in which the two tokens are named.',
  input: Fields(PoolQuery),
  output: PoolRecord,
  bare: true,
  refusals: ['unknown_pool'],
});

export const getTokens = declareCall({
  name: 'getTokens',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'All tokens',
  description:
    'By address, a page at a time, with their names, logos and statuses; or those named by `token`, all on one page, in their order and whatever their status.',
  input: Fields({
    token: Type.Optional(
      Named('Only this token, left out where there is none; without `cursor`, `limit` and `status`.', USDT),
    ),
    ...ListQuery,
  }),
  output: PageOf('tokens', TokenEntry),
});

export const getPools = declareCall({
  name: 'getPools',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'All pools',
  description:
    'Oldest first, a page at a time; each as getPoolData shows it, with its address, its two tokens, its status and its curve. Pools that\nare hidden, or of a hidden token, are left out unless a status is asked for. Or those named by `pool`, all on one page, in their order and whatever\ntheir status.',
  input: Fields({
    pool: Type.Optional(
      Named('Only this pool, left out where there is none; without `cursor`, `limit` and `status`.', POOL),
    ),
    ...ListQuery,
  }),
  output: PageOf(
    'pools',
    Type.Object({
      poolAddress: Str('Address of the pool and of its LP token.', POOL),
      jetton0: Str('The first token.', TON),
      jetton1: Str('The second token.', USDT),
      status: Status('`listed`; `hidden` from lists; `paused`, so that it takes no swaps and no new liquidity.'),
      ...Shape,
      ...PoolRecord.properties,
    }),
  ),
});
