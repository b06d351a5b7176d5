// Sends tokens from one account to another. A command names LP tokens by the address of their pool.
import { isOfExchange, lpToken } from '../accounts.ts';
import type { Account, Amount, PoolAddress, TokenAddress } from '../amount.ts';
import { LP } from '../maths/liquidity.ts';
import type { Token } from '../pool.ts';
import { refuse } from '../refusal.ts';
import { checkFunds } from './checks.ts';
import { type CommandKind, type CommandState, key } from './kind.ts';

type Fields = {
  readonly kind: 'transfer';
  /** The sender. */
  readonly account: Account;
  readonly to: Account;
  readonly amount: Amount;
  /** Only on a chain: send all that can be sent, whatever `amount` says. A receipt never has it. */
  readonly all?: true;
  /** A note from the sender to the recipient. */
  readonly memo?: string;
};

/** The receipt of a transfer is the command itself. */
export type TransferCommand = Fields & ({ readonly token: TokenAddress } | { readonly pool: PoolAddress });

/** The ledger's name of the token that is sent. */
const tokenOf = (command: TransferCommand): TokenAddress => ('pool' in command ? lpToken(command.pool) : command.token);

export const transfer: CommandKind<TransferCommand, TransferCommand> = {
  tokens: (command) => ('pool' in command ? [] : [command.token]),
  pairs: () => [],
  balances: (command) => [key(command.account, tokenOf(command)), key(command.to, tokenOf(command))],

  decide(command, state) {
    const { account, to, amount } = command;
    if (state.policy.transfers === 'off') return refuse({ code: 'not_on_this_venue', what: 'transfers' });
    if (account === to) return refuse({ code: 'same_account', account });
    if (isOfExchange(to) || to === state.policy.treasury) return refuse({ code: 'account_reserved', account: to });
    const token = recordOf(command, state);
    if (!token) return refuse({ code: 'unknown_token', token: tokenOf(command) });
    // A pause only stops trading; tokens can still be sent, as they can be withdrawn.
    return checkFunds(account, token, amount, state) ?? { receipt: command };
  },

  transfers: (receipt) => [{ from: receipt.account, to: receipt.to, token: tokenOf(receipt), amount: receipt.amount }],
  parties: ({ account, to }) => [account, to],
};

/** An LP token is not looked up: if its pool does not exist, the sender has no balance, and the transfer is refused. */
const recordOf = (command: TransferCommand, state: CommandState): Token | undefined =>
  'pool' in command ? { address: lpToken(command.pool), ...LP } : state.token(command.token);
