// Creates a pool with its own rates; it is empty until someone provides liquidity.
import type { Account, PoolAddress } from '../amount.ts';
import { type ShapeFields, shapeFields, shapeFrom } from '../curves/curves.ts';
import { orderPair, type Pair, type Pool, type PoolTerms, type Rates, ratesAreSound, termsOf } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { findPair } from './checks.ts';
import { both, type CommandKind, type CommandState } from './kind.ts';
import { type Coarse, checkUsual } from './unusual-fees.ts';

/** The terms that a command may set for a pool; for the others, the exchange's policy applies. */
export type OwnTerms = Partial<Rates> & { readonly protocolFeeAddress?: Account };

/** `force` confirms unusual fees; `coarse` is the token for which rounding makes the fees unusual. */
export type Forced = { readonly force?: true; readonly coarse?: Coarse };

export type CreatePoolCommand = Pair & OwnTerms & ShapeFields & Forced & { readonly kind: 'createPool' };

export type CreatePoolReceipt = Pair &
  PoolTerms &
  ShapeFields & { readonly kind: 'createPool'; readonly pool: PoolAddress };

export const createPool: CommandKind<CreatePoolCommand, CreatePoolReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  // A later command of the same batch may collect the new pool's fees, so the balances of their receiver are needed too.
  balances: (command, { policy }) => both(command.protocolFeeAddress ?? policy.treasury, command),

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { tokenA, tokenB } = command;
    if (found.pool) return refuse({ code: 'pool_exists', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
    const pool = newPool(command, command, state);
    if (!ratesAreSound(pool)) return refuse({ code: 'fees_too_high' });
    const unusual = command.force ? undefined : checkUsual(pool, found, command.coarse);
    if (unusual) return unusual;
    const told = { ...termsOf(pool), ...shapeFields(pool) };
    return { receipt: { kind: 'createPool', tokenA, tokenB, pool: pool.address, ...told }, newPool: pool };
  },

  transfers: () => [],
  parties: () => [],
};

export function newPool(
  { tokenA, tokenB }: Pair,
  own: OwnTerms & ShapeFields,
  { policy, poolAddress, sequence }: CommandState,
): Pool {
  const [token0, token1] = orderPair(tokenA, tokenB);
  const protocolFeePpm = own.protocolFeePpm ?? policy.rates.protocolFeePpm;
  return {
    number: sequence,
    address: poolAddress(tokenA, tokenB),
    token0,
    token1,
    lpFeePpm: own.lpFeePpm ?? policy.rates.lpFeePpm,
    protocolFeePpm,
    refFeePpm: own.refFeePpm ?? policy.rates.refFeePpm,
    protocolFeeAddress: protocolFeePpm === 0n ? null : (own.protocolFeeAddress ?? policy.treasury),
    status: 'listed',
    ...shapeFrom(own),
  };
}
