// Signs in with a wallet, and disconnects it when signing out.
import { accountChanged, afterSignIn } from '../live/live.ts';
import { server } from '../server.ts';
import { askFor } from '../use.ts';
import { connect, disconnect, type WalletChoice } from './connection.ts';

type Connecting = Parameters<typeof connect>[2] & {
  /** Called when the wallet has confirmed. */
  onProved(): void;
};

/** `again`: the account that must sign in again; another wallet is refused. */
export async function signInWithWallet(choice: WalletChoice, options: Connecting, again?: string): Promise<void> {
  const { payload } = await askFor('tonProofPayload', {});
  const proof = await connect(choice, payload, options);
  options.onProved();
  try {
    const { key } = await server.tonProof(proof, { account: again });
    await server.createSession({ key }, { account: again });
  } catch (error) {
    await disconnect();
    throw error;
  }
  afterSignIn(again);
}

export async function signOutOfWallet(): Promise<void> {
  await server.deleteSession({});
  accountChanged();
  await disconnect();
}
