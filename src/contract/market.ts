// Tokens and pools.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Fields, ListQuery, Named, PoolQuery, Status, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Count, Num, OrNull, PageOf, POOL, PoolRecord, Str, TokenEntry, TokenRecord } from './records.ts';

export const getRouterData = declareQuery({
  name: 'getRouterData',
  who: 'anyone',
  tag: 'Market',
  summary: 'Router configuration and supported tokens',
  description:
    'Returns the addresses of the router and the factory, the default swap fee and all tokens that are not hidden.',
  input: Fields({}),
  output: Type.Object({
    routerAddress: Str('Router address.', 'EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3'),
    factoryAddress: Str(
      'Factory address; all other addresses derive from it.',
      'EQD9LMiYwabndVSgpolA1nPvZKKSMHUfamPKBegz85HU21Tx',
    ),
    platformFee: Num('Default swap fee as a fraction: lpFee + protocolFee.', 0.003),
    swapGasEstimate: Count(
      'Number of balances that a direct swap writes. On TON: gas of the last swaps between two jettons, on average.',
      5,
    ),
    supportedTokens: Type.Array(TokenRecord, { description: 'Supported tokens.' }),
  }),
});

export const getPoolData = declareQuery({
  name: 'getPoolData',
  who: 'anyone',
  tag: 'Market',
  summary: 'State of a pool',
  description:
    'Returns reserves, fees, wallets and collected protocol fees. Fields follow the order in which you name the two tokens.',
  input: Fields(PoolQuery),
  output: PoolRecord,
  bare: true,
  refusals: ['unknown_pool'],
});

export const getTokens = declareQuery({
  name: 'getTokens',
  who: 'anyone',
  tag: 'Market',
  summary: 'List tokens',
  description:
    'Sorted by address, with names, logos and statuses. With `token`, returns those tokens on one page, in the given order and whatever their status.',
  input: Fields({
    token: Type.Optional(
      Named(
        'Return only this token; unknown ones are left out. Cannot be combined with `cursor`, `limit` or `status`.',
        USDT,
      ),
    ),
    ...ListQuery,
  }),
  output: PageOf(
    'tokens',
    Type.Object({
      ...TokenEntry.properties,
      place: OrNull(
        Type.Integer(),
        'Place of the token in pairs, in the order of registration; null for the quote token, which comes last. Of two tokens the one that comes first is the base of the pair: `getMarket` and the page tell its price in the other.',
        2,
      ),
    }),
  ),
});

export const getPools = declareQuery({
  name: 'getPools',
  who: 'anyone',
  tag: 'Market',
  summary: 'List pools',
  description:
    'Oldest first. Each pool has the fields of getPoolData plus its address, tokens, status and curve. Hidden pools and pools of a hidden token\nare left out unless you ask for a status. With `pool`, returns those pools on one page, in the given order and whatever their status.',
  input: Fields({
    pool: Type.Optional(
      Named(
        'Return only this pool; unknown ones are left out. Cannot be combined with `cursor`, `limit` or `status`.',
        POOL,
      ),
    ),
    ...ListQuery,
  }),
  output: PageOf(
    'pools',
    Type.Object({
      poolAddress: Str('Address of the pool and of its LP token.', POOL),
      jetton0: Str('The first token.', TON),
      jetton1: Str('The second token.', USDT),
      status: Status('`listed`, `hidden` from lists, or `paused` (no swaps and no new liquidity).'),
      ...Shape,
      ...PoolRecord.properties,
    }),
  ),
});
