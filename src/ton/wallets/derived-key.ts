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

/**
 * The query id of a request with an idempotency key: the same for the same request on the same network, also with another database.
 * Keyed by the mnemonic, which no backup of the database contains; secret, since query ids are public and must not tell which account or
 * request a message belongs to.
 */
export function queryIdFor(
  words: KeyPair,
  network: NetworkId,
  { account, key, fingerprint }: { readonly account: string; readonly key: string; readonly fingerprint: string },
): bigint {
  const root = hmac(seedOf(words), `millpond request ${network}`);
  return hmac(root, JSON.stringify([account, key, fingerprint])).readBigUInt64BE();
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
