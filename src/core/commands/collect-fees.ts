// Pays out a pool's collected protocol fees, of one token or both.
import { feeAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, type TokenAddress } from '../amount.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { findPair, unknownPool } from './checks.ts';
import { both, type CommandKind } from './kind.ts';

export type CollectFeesCommand = Pair & { readonly kind: 'collectFees' };

export type CollectFeesReceipt = Pair & {
  readonly kind: 'collectFees';
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly to: Account;
};

export const collectFees: CommandKind<CollectFeesCommand, CollectFeesReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],

  balances(command, { pool, poolAddress, policy }) {
    const { tokenA, tokenB } = command;
    const to = pool(tokenA, tokenB)?.protocolFeeAddress ?? policy.treasury;
    return [...both(feeAccount(poolAddress(tokenA, tokenB)), command), ...both(to, command)];
  },

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { pool } = found;
    if (!pool) return unknownPool(found);
    const { tokenA, tokenB } = command;
    const collected = (token: TokenAddress) => amount(state.balanceOf(feeAccount(pool.address), token));
    const [amountA, amountB] = [collected(tokenA), collected(tokenB)];
    const to = pool.protocolFeeAddress;
    if (to === null || (amountA === 0n && amountB === 0n)) {
      return refuse({ code: 'nothing_to_collect', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
    }
    return { receipt: { kind: 'collectFees', tokenA, tokenB, pool: pool.address, amountA, amountB, to } };
  },

  transfers({ tokenA, tokenB, pool, amountA, amountB, to }) {
    const from = feeAccount(pool);
    return [
      { from, to, token: tokenA, amount: amountA },
      { from, to, token: tokenB, amount: amountB },
    ].filter((transfer) => transfer.amount > 0n);
  },

  parties: ({ to }) => [to],
};
