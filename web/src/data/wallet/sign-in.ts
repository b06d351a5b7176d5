// Signs in with a wallet, and removes its key and connection when signing out.
import { accountChanged } from '../live/live.ts';
import { server } from '../server.ts';
import { ofBrowser } from '../stored.ts';
import { askFor } from '../use.ts';
import { type Choice, connect, disconnect } from './connection.ts';

/** Stores the id of the API key that signing in created; a key typed by hand has no entry and is not revoked. */
const KEY_ID = 'millpond wallet key';

type Connecting = Parameters<typeof connect>[2] & {
  /** Called when the wallet has confirmed. */
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

/** Revokes the key that signing in created, since an account has a limited number. */
export async function signOutOfWallet(): Promise<void> {
  const id = ofBrowser.getItem(KEY_ID);
  // May fail: the id can belong to an account whose session has expired.
  if (id !== null) await server.revokeKey({ id }).catch(() => {});
  ofBrowser.removeItem(KEY_ID);
  await server.deleteSession({});
  accountChanged();
  await disconnect();
}
