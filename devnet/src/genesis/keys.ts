// The two initial wallets of a devnet, derived from its own seed; their keys hold nothing of value.
import { createHash } from 'node:crypto';
import { type KeyPair, mnemonicToPrivateKey, mnemonicValidate, mnemonicWordList } from '@ton/crypto';
import { firstWalletId, type WalletV5, walletV5 } from '../contracts/wallet-v5.ts';
import { DEVNET_ID } from '../network.ts';

export type Keyed = { readonly mnemonic: string; readonly keys: KeyPair; readonly wallet: WalletV5 };

const WORDS = 24;

/** The same seed and name always give the same mnemonic. */
export async function mnemonicOf(seed: Buffer, name: 'faucet' | 'admin'): Promise<string> {
  // One in 256 attempts is a valid TON mnemonic.
  for (let attempt = 0; ; attempt += 1) {
    const bytes = createHash('sha512').update(seed).update(`${name} ${attempt}`).digest();
    const words = Array.from({ length: WORDS }, (_, i) => mnemonicWordList[bytes.readUInt16BE(2 * i) % 2048] ?? '');
    if (await mnemonicValidate(words)) return words.join(' ');
  }
}

export async function keyed(mnemonic: string): Promise<Keyed> {
  const keys = await mnemonicToPrivateKey(mnemonic.split(' '));
  return { mnemonic, keys, wallet: walletV5(keys.publicKey, firstWalletId(DEVNET_ID)) };
}
