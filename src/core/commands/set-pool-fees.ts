// Changes a pool's fees, or the account that receives the protocol fees, for all later commands.
import type { PoolAddress } from '../amount.ts';
import { type Pair, type PoolTerms, type Rates, ratesAreSound, termsOf } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { findPair, unknownPool } from './checks.ts';
import type { Forced, OwnTerms } from './create-pool.ts';
import { both, type CommandKind } from './kind.ts';
import { checkUsual } from './unusual-fees.ts';

/** Fields that the command does not contain stay as they are. */
export type SetPoolFeesCommand = Pair & OwnTerms & Forced & { readonly kind: 'setPoolFees' };

export type SetPoolFeesReceipt = Pair & {
  readonly kind: 'setPoolFees';
  readonly pool: PoolAddress;
  readonly before: PoolTerms;
  readonly after: PoolTerms;
};

export const setPoolFees: CommandKind<SetPoolFeesCommand, SetPoolFeesReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  // A later command of the same batch may collect the pool's fees, so the balances of their new receiver are needed too.
  balances: (command, { policy }) => both(command.protocolFeeAddress ?? policy.treasury, command),

  decide(command, { policy, ...state }) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { pool } = found;
    if (!pool) return unknownPool(found);
    const protocolFeePpm = command.protocolFeePpm ?? pool.protocolFeePpm;
    // The address stays when the fee becomes 0, so that fees collected before can still be paid out.
    const address = command.protocolFeeAddress ?? pool.protocolFeeAddress;
    const after: PoolTerms = {
      lpFeePpm: command.lpFeePpm ?? pool.lpFeePpm,
      protocolFeePpm,
      refFeePpm: command.refFeePpm ?? pool.refFeePpm,
      protocolFeeAddress: address ?? (protocolFeePpm === 0n ? null : policy.treasury),
    };
    if (!ratesAreSound(after)) return refuse({ code: 'fees_too_high' });
    const unusual = command.force || hasRatesOf(pool, after) ? undefined : checkUsual(after, found, command.coarse);
    if (unusual) return unusual;
    const { tokenA, tokenB } = command;
    return {
      receipt: { kind: 'setPoolFees', tokenA, tokenB, pool: pool.address, before: termsOf(pool), after },
      changedPool: { ...pool, ...after },
    };
  },

  transfers: () => [],
  parties: () => [],
};

/** True if the command does not change the rates, for example only the fee address: no confirmation is then needed. */
const hasRatesOf = (pool: Rates, { lpFeePpm, protocolFeePpm, refFeePpm }: Rates): boolean =>
  pool.lpFeePpm === lpFeePpm && pool.protocolFeePpm === protocolFeePpm && pool.refFeePpm === refFeePpm;
