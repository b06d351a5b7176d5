// decide(command, state) → transfers and a receipt, or a refusal. Pure: the same input gives the same answer.
import type { Account, Ppm, TokenAddress } from './amount.ts';
import type { Command, Receipt, SwapCommand } from './command.ts';
import { provideLiquidity, refundLiquidity } from './decide-liquidity.ts';
import { createPool, registerToken } from './decide-market.ts';
import { swap } from './decide-swap.ts';
import { collectFees, deposit, withdraw } from './decide-transfer.ts';
import type { BalanceKey, Transfer } from './ledger.ts';
import {
  type BalanceOf,
  feeAccount,
  ISSUER,
  LOCK,
  lpToken,
  type Pool,
  type Rates,
  reserveAccount,
  type Token,
} from './pool.ts';
import type { Refused } from './rejection.ts';

/** What applies when a command does not say otherwise. */
export type Policy = { readonly maxPriceImpactPpm: Ppm; readonly rates: Rates; readonly treasury: Account };

/** All that a decision may look at. */
export type State = {
  readonly token: (address: TokenAddress) => Token | undefined;
  readonly pool: (a: TokenAddress, b: TokenAddress) => Pool | undefined;
  readonly balanceOf: BalanceOf;
  readonly policy: Policy;
  readonly nowMs: number;
  /** The journal sequence that this command takes if it is accepted. */
  readonly sequence: number;
};

export type Decision = {
  readonly transfers: readonly Transfer[];
  readonly receipt: Receipt;
  readonly newToken?: Token;
  readonly newPool?: Pool;
};

export function decide(command: Command, state: State): Decision | Refused {
  switch (command.kind) {
    case 'swap':
      return swap(command, state);
    case 'provide':
      return provideLiquidity(command, state);
    case 'refund':
      return refundLiquidity(command, state);
    case 'deposit':
      return deposit(command, state);
    case 'withdraw':
      return withdraw(command, state);
    case 'collectFees':
      return collectFees(command, state);
    case 'createPool':
      return createPool(command, state);
    case 'registerToken':
      return registerToken(command, state);
  }
}

/** The tokens whose records a command needs. */
export function tokensNamed(command: Command): readonly TokenAddress[] {
  switch (command.kind) {
    case 'deposit':
    case 'withdraw':
      return [command.token];
    case 'registerToken':
      return [command.token.address];
    default:
      return [command.tokenA, command.tokenB];
  }
}

/** The balances that deciding a command reads or writes, given the pool of its pair. */
export function balancesNamed(command: Command, pool: Pool | undefined, policy: Policy): readonly BalanceKey[] {
  switch (command.kind) {
    case 'registerToken':
      return [];
    case 'deposit':
    case 'withdraw':
      return [key(ISSUER, command.token), key(command.account, command.token)];
    case 'createPool':
      return both(command.protocolFeeAddress ?? policy.treasury, command);
    case 'swap':
      return balancesOfSwap(command, pool);
    case 'provide':
    case 'refund': {
      const { account } = command;
      // Who collects the fees of a pool that this command may create, should the same batch collect them.
      if (!pool) return [...both(account, command), ...both(policy.treasury, command)];
      const lp = lpToken(pool);
      return [
        ...both(account, command),
        ...both(reserveAccount(pool), command),
        key(account, lp),
        key(ISSUER, lp),
        key(LOCK, lp),
      ];
    }
    case 'collectFees':
      return pool?.protocolFeeAddress
        ? [...both(feeAccount(pool), command), ...both(pool.protocolFeeAddress, command)]
        : [];
  }
}

function balancesOfSwap({ account, referrer, tokenA, tokenB }: SwapCommand, pool: Pool | undefined) {
  const keys = [key(account, tokenA), key(account, tokenB)];
  if (referrer !== undefined) keys.push(key(referrer, tokenB));
  if (!pool) return keys;
  const reserve = reserveAccount(pool);
  keys.push(key(reserve, tokenA), key(reserve, tokenB), key(feeAccount(pool), tokenB));
  return keys;
}

const key = (account: Account, token: TokenAddress): BalanceKey => ({ account, token });

const both = (account: Account, { tokenA, tokenB }: Pick<SwapCommand, 'tokenA' | 'tokenB'>) => [
  key(account, tokenA),
  key(account, tokenB),
];
