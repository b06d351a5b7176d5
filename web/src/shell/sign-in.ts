// Signing in exchanges a key for a cookie that scripts cannot read.

import { accountChanged, afterSignIn } from '../data/live/live.ts';
import { server } from '../data/server.ts';
import { signsItself } from '../data/wallet/own.ts';

/** Throws the server's error if it refuses the key; `again`: the account that must sign in again. */
export async function signIn(key: string, again?: string): Promise<void> {
  await server.createSession({ key }, { account: again });
  afterSignIn(again);
}

/** If the account is a wallet, also disconnects the wallet. */
export async function signOut(account: string | null): Promise<void> {
  if (signsItself(account)) return (await import('../data/wallet/sign-in.ts')).signOutOfWallet();
  await server.deleteSession({});
  accountChanged();
}
