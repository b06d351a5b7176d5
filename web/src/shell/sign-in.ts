// Signing in and out: a key becomes a cookie, which the page itself cannot read.

import { accountChanged } from '../data/live/live.ts';
import { server } from '../data/server.ts';

/** Throws what the server says of the key. */
export async function signIn(key: string): Promise<void> {
  await server.createSession({ key });
  accountChanged();
}

export async function signOut(): Promise<void> {
  await server.deleteSession({});
  accountChanged();
}
