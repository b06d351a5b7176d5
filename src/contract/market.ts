// Tokens and pools.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Fields, ListQuery, Named, PoolQuery, Status, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Count, Maybe, Num, OrNull, PageOf, POOL, PoolRecord, Str, TokenEntry, TokenRecord } from './records.ts';

const CREATED = '2026-11-15T12:00:00.000Z';

export const getRouterData = declareQuery({
  name: 'getRouterData',
  who: 'anyone',
  tag: 'Market',
  summary: 'Router configuration and supported tokens',
  description: 'Router, factory, default swap fee and all tokens that are not hidden.',
  input: Fields({}),
  output: Type.Object({
    routerAddress: Str('Router address.', 'EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3'),
    factoryAddress: Str(
      'Factory address; all other addresses derive from it.',
      'EQD9LMiYwabndVSgpolA1nPvZKKSMHUfamPKBegz85HU21Tx',
    ),
    platformFee: Num('Default swap fee as a fraction: lpFee + protocolFee.', 0.003),
    swapGasEstimate: Count('Balances that a direct swap writes. On TON: average gas of the last swaps.', 5),
    supportedTokens: Type.Array(TokenRecord, { description: 'Supported tokens.' }),
  }),
});

export const getPoolData = declareQuery({
  name: 'getPoolData',
  who: 'anyone',
  tag: 'Market',
  summary: 'State of a pool',
  description: 'Reserves, fees, wallets and collected protocol fees, in the order in which you name the two tokens.',
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
  description: 'Sorted by address. With `token`: those tokens, in the given order and whatever their status.',
  input: Fields({
    token: Type.Optional(Named('Only this token; not with `cursor`, `limit` or `status`.', USDT)),
    ...ListQuery,
  }),
  output: PageOf(
    'tokens',
    Type.Object({
      ...TokenEntry.properties,
      place: OrNull(
        Type.Integer(),
        'Order of registration; null for the quote token. In a pair, the token of lower place is the base.',
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
    'Oldest first; hidden pools and those of a hidden token only by `status`. With `pool`: those pools, in the given order and whatever their status.',
  input: Fields({
    pool: Type.Optional(Named('Only this pool; not with `cursor`, `limit` or `status`.', POOL)),
    ...ListQuery,
  }),
  output: PageOf(
    'pools',
    Type.Object({
      poolAddress: Str('Address of the pool and of its LP token.', POOL),
      jetton0: Str('The first token.', TON),
      jetton1: Str('The second token.', USDT),
      status: Status('`paused`: no swaps and no new liquidity. `hidden`: not in lists.'),
      ...Shape,
      lpSupply: Maybe('Total supply of LP tokens; null on STON.fi v1.', 3162.27),
      createdAt: OrNull(Type.String({ format: 'date-time' }), 'When it was created; null on TON.', CREATED),
      ...PoolRecord.properties,
    }),
  ),
});
