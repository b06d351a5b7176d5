// Signing in exchanges a key for a cookie that scripts cannot read.

import { accountChanged } from '../data/live/live.ts';
import { server } from '../data/server.ts';
import { signsItself } from '../data/wallet/own.ts';

/** Throws the server's error if it refuses the key. */
export async function signIn(key: string): Promise<void> {
  await server.createSession({ key });
  accountChanged();
}

/** If the account is a wallet, also disconnects the wallet. */
export async function signOut(account: string | null): Promise<void> {
  if (signsItself(account)) return (await import('../data/wallet/sign-in.ts')).signOutOfWallet();
  await server.deleteSession({});
  accountChanged();
}
