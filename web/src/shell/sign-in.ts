// Signing in and out: a key becomes a cookie, which the page itself cannot read.

import { accountChanged } from '../data/live/live.ts';
import { server } from '../data/server.ts';
import { signsItself } from '../data/wallet/own.ts';

/** Throws what the server says of the key. */
export async function signIn(key: string): Promise<void> {
  await server.createSession({ key });
  accountChanged();
}

/** Whoever signed in with a wallet is disconnected from it too. */
export async function signOut(account: string | null): Promise<void> {
  if (signsItself(account)) return (await import('../data/wallet/sign-in.ts')).signOutOfWallet();
  await server.deleteSession({});
  accountChanged();
}
