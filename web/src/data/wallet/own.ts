// Accounts that are wallets: whoever owns one signs in it, and the exchange has no key for it.
import { isOnChain } from '../chain.ts';

/** As the exchange writes the address of a wallet. */
const WALLET = /^[EU]Q[\w-]{46}$/;

/** Whether what this account does is signed in its own wallet. */
export const signsItself = (account: string | null | undefined): account is string =>
  isOnChain && WALLET.test(account ?? '');

/** Beginning and end, by which people tell addresses apart; other names as they are. */
export const shortName = (account: string): string =>
  signsItself(account) ? `${account.slice(0, 4)}…${account.slice(-4)}` : account;
