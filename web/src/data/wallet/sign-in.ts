// Signing in with a wallet, and leaving nothing of it behind.
import { accountChanged } from '../live/live.ts';
import { server } from '../server.ts';
import { askFor } from '../use.ts';
import { type Choice, connect, disconnect } from './connection.ts';

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
  } catch (error) {
    await disconnect();
    throw error;
  }
  accountChanged();
}

/** With the key that signing in has made: an account has only so many. */
export async function signOutOfWallet(): Promise<void> {
  const { sessions } = await askFor('getSessions', {});
  const current = sessions.find((session) => session.current);
  if (current) await server.revokeKey({ id: current.keyId });
  await server.deleteSession({});
  accountChanged();
  await disconnect();
}
