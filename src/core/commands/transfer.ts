// Tokens sent from one account to another. LP tokens go by their pool.
import { isOfExchange, lpToken } from '../accounts.ts';
import type { Account, Amount, PoolAddress, TokenAddress } from '../amount.ts';
import { LP } from '../maths/liquidity.ts';
import type { Token } from '../pool.ts';
import { refuse } from '../refusal.ts';
import { checkFunds } from './checks.ts';
import { type CommandKind, key, type State } from './kind.ts';

type Fields = {
  readonly kind: 'transfer';
  /** Whose tokens they are. */
  readonly account: Account;
  readonly to: Account;
  readonly amount: Amount;
  /** A note from the sender to the recipient. */
  readonly memo?: string;
};

/** It is its own receipt. */
export type TransferCommand = Fields & ({ readonly token: TokenAddress } | { readonly pool: PoolAddress });

/** The ledger's name of what is sent. */
const tokenOf = (command: TransferCommand): TokenAddress => ('pool' in command ? lpToken(command.pool) : command.token);

export const transfer: CommandKind<TransferCommand, TransferCommand> = {
  tokens: (command) => ('pool' in command ? [] : [command.token]),
  pairs: () => [],
  balances: (command) => [key(command.account, tokenOf(command)), key(command.to, tokenOf(command))],

  decide(command, state) {
    const { account, to, amount } = command;
    if (state.policy.transfers === 'off') return refuse({ code: 'transfers_off' });
    if (account === to) return refuse({ code: 'same_account', account });
    if (isOfExchange(to) || to === state.policy.treasury) return refuse({ code: 'account_reserved', account: to });
    const token = recordOf(command, state);
    if (!token) return refuse({ code: 'unknown_token', token: tokenOf(command) });
    // A pause stops trading; what an account holds stays its own to send, as it is to withdraw.
    return checkFunds(account, token, amount, state) ?? { receipt: command };
  },

  transfers: (receipt) => [{ from: receipt.account, to: receipt.to, token: tokenOf(receipt), amount: receipt.amount }],
  parties: ({ account, to }) => [account, to],
};

/** Whoever holds LP tokens of a pool proves that it exists. */
const recordOf = (command: TransferCommand, state: State): Token | undefined =>
  'pool' in command ? { address: lpToken(command.pool), ...LP } : state.token(command.token);
