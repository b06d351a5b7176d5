// Deposits and withdrawals: tokens entering and leaving the exchange.
import { ISSUER } from '../accounts.ts';
import { type Account, type Amount, MAX_AMOUNT, type TokenAddress } from '../amount.ts';
import { refuse } from '../refusal.ts';
import { checkFunds, tooLarge } from './checks.ts';
import { type CommandKind, key } from './kind.ts';

type Fields = {
  readonly account: Account;
  readonly token: TokenAddress;
  readonly amount: Amount;
  readonly reference: string;
};

/** The receipt of a deposit or withdrawal is the command itself. */
export type DepositCommand = Fields & { readonly kind: 'deposit' };
export type WithdrawCommand = Fields & { readonly kind: 'withdraw' };
export type Movement = DepositCommand | WithdrawCommand;

/** Identifies a movement for the system that sends it. Each kind, account, token and reference together is executed only once. */
export type Reference = Omit<Movement, 'amount'>;

/** A reference as one string. The `reference` field comes last because it may contain any character, even a line break. */
export const referenceKey = ({ kind, account, token, reference }: Reference): string =>
  `${kind}\n${account}\n${token}\n${reference}`;

const shared: Pick<CommandKind<Fields, Fields>, 'tokens' | 'pairs' | 'balances' | 'parties'> = {
  tokens: ({ token }) => [token],
  pairs: () => [],
  balances: ({ account, token }) => [key(ISSUER, token), key(account, token)],
  parties: ({ account }) => [account],
};

export const deposit: CommandKind<DepositCommand, DepositCommand> = {
  ...shared,
  decide(command, state) {
    const token = state.token(command.token);
    if (!token) return refuse({ code: 'unknown_token', token: command.token });
    // No balance of a token can exceed its issued supply, so checking the supply keeps every balance within MAX_AMOUNT.
    if (command.amount - state.balanceOf(ISSUER, token.address) > MAX_AMOUNT) return tooLarge(token);
    return { receipt: command };
  },
  transfers: ({ account, token, amount }) => [{ from: ISSUER, to: account, token, amount }],
};

export const withdraw: CommandKind<WithdrawCommand, WithdrawCommand> = {
  ...shared,
  decide(command, state) {
    const token = state.token(command.token);
    if (!token) return refuse({ code: 'unknown_token', token: command.token });
    return checkFunds(command.account, token, command.amount, state) ?? { receipt: command };
  },
  transfers: ({ account, token, amount }) => [{ from: account, to: ISSUER, token, amount }],
};
