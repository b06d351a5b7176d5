// Lists, hides or pauses a pool.
import type { PoolAddress } from '../amount.ts';
import type { ListingStatus, Pair } from '../pool.ts';
import { Refused } from '../refusal.ts';
import { findPair, unknownPool } from './checks.ts';
import type { CommandKind } from './kind.ts';

export type SetPoolStatusCommand = Pair & { readonly kind: 'setPoolStatus'; readonly status: ListingStatus };

export type SetPoolStatusReceipt = Pair & {
  readonly kind: 'setPoolStatus';
  readonly pool: PoolAddress;
  readonly before: ListingStatus;
  readonly after: ListingStatus;
};

export const setPoolStatus: CommandKind<SetPoolStatusCommand, SetPoolStatusReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  balances: () => [],

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { pool } = found;
    if (!pool) return unknownPool(found);
    const { tokenA, tokenB, status: after } = command;
    return {
      receipt: { kind: 'setPoolStatus', tokenA, tokenB, pool: pool.address, before: pool.status, after },
      changedPool: { ...pool, status: after },
    };
  },

  transfers: () => [],
  parties: () => [],
};
