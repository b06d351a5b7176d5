// Signing in with a wallet, and leaving nothing of it behind.
import { accountChanged } from '../live/live.ts';
import { server } from '../server.ts';
import { ofBrowser } from '../stored.ts';
import { askFor } from '../use.ts';
import { type Choice, connect, disconnect } from './connection.ts';

/** Where this browser keeps the id of the key that signing in has made; who types a key of the wallet keeps it. */
const KEY_ID = 'millpond wallet key';

type Connecting = Parameters<typeof connect>[2] & {
  /** Confirmed in the wallet. */
  onProved(): void;
};

export async function signInWithWallet(choice: Choice, options: Connecting): Promise<void> {
  const { payload } = await askFor('tonProofPayload', {});
  const proof = await connect(choice, payload, options);
  options.onProved();
  try {
    const { key } = await server.tonProof(proof);
    await server.createSession({ key });
    ofBrowser.setItem(KEY_ID, key.split('_')[1] ?? '');
  } catch (error) {
    await disconnect();
    throw error;
  }
  accountChanged();
}

/** With the key that signing in has made: an account has only so many. */
export async function signOutOfWallet(): Promise<void> {
  const id = ofBrowser.getItem(KEY_ID);
  // It may be another account's, whose session has ended by itself.
  if (id !== null) await server.revokeKey({ id }).catch(() => {});
  ofBrowser.removeItem(KEY_ID);
  await server.deleteSession({});
  accountChanged();
  await disconnect();
}
