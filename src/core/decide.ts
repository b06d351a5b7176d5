// decide(command, state) → transfers and a receipt, or a refusal. Pure: the same input gives the same answer.
import type { Account, Ppm, TokenAddress } from './amount.ts';
import type { Command, Receipt } from './command.ts';
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
  const of = (account: Account, ...tokens: TokenAddress[]) => tokens.map((token) => ({ account, token }));
  switch (command.kind) {
    case 'registerToken':
      return [];
    case 'deposit':
    case 'withdraw':
      return [...of(ISSUER, command.token), ...of(command.account, command.token)];
  }
  const { tokenA, tokenB } = command;
  // Who collects the fees of a pool that this command may create, should the same batch collect them.
  const collector = () =>
    of((command.kind === 'createPool' && command.protocolFeeAddress) || policy.treasury, tokenA, tokenB);
  switch (command.kind) {
    case 'createPool':
      return collector();
    case 'swap':
      return [
        ...of(command.account, tokenA, tokenB),
        ...(command.referrer === undefined ? [] : of(command.referrer, tokenB)),
        ...(pool ? [...of(reserveAccount(pool), tokenA, tokenB), ...of(feeAccount(pool), tokenB)] : []),
      ];
    case 'provide':
    case 'refund':
      return [
        ...of(command.account, tokenA, tokenB),
        ...(pool
          ? [
              ...of(reserveAccount(pool), tokenA, tokenB),
              ...of(command.account, lpToken(pool)),
              ...of(ISSUER, lpToken(pool)),
              ...of(LOCK, lpToken(pool)),
            ]
          : collector()),
      ];
    case 'collectFees':
      return pool?.protocolFeeAddress
        ? [...of(feeAccount(pool), tokenA, tokenB), ...of(pool.protocolFeeAddress, tokenA, tokenB)]
        : [];
  }
}
