// Keys derived from the mnemonic: one for each network, role and account, so that no key signs for the wallet of another.
import { createHmac } from 'node:crypto';
import type { KeyPair } from '@ton/crypto';
import { keyOfSeed, seedOf } from '#devnet/contracts/ed25519';
import type { NetworkId } from '#devnet/contracts/wallet-v5';

export type KeyRole = 'account';

/** Two HMAC-SHA-256: of the role and network under the mnemonic's seed, then of the name under the result. */
export function derivedKey(words: KeyPair, role: KeyRole, network: NetworkId, name: string): KeyPair {
  const root = hmac(seedOf(words), `millpond ${role} ${network}`);
  return keyOfSeed(hmac(root, name));
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
