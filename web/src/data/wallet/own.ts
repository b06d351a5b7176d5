// Accounts that are the users' own wallets: the wallet signs their transactions, and the exchange has no private key for them.
import { isOnChain } from '../chain.ts';

/** A wallet address in the form the exchange writes. */
const WALLET = /^[EU]Q[\w-]{46}$/;

/** True if the account signs its transactions in its own wallet. */
export const signsItself = (account: string | null | undefined): account is string =>
  isOnChain && WALLET.test(account ?? '');

/** The start and end of a wallet address, enough to tell addresses apart; other names unchanged. */
export const shortName = (account: string): string =>
  signsItself(account) ? `${account.slice(0, 4)}…${account.slice(-4)}` : account;
