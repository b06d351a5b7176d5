// Keys that follow from the words of the exchange: one for each network, role and account, so that none of them signs for another.
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyPair } from '@ton/crypto';
import type { NetworkId } from './wallet-v5.ts';

export type KeyRole = 'account';

/** HMAC-SHA-256 twice: over the role and the network with the seed of the words, then over the name with the result. */
export function derivedKey(words: KeyPair, role: KeyRole, network: NetworkId, name: string): KeyPair {
  const root = hmac(words.secretKey.subarray(0, SEED_BYTES), `millpond ${role} ${network}`);
  return keyOfSeed(hmac(root, name));
}

const SEED_BYTES = 32;
/** What precedes the 32 bytes of a private and of a public key in RFC 8410's encodings. */
const [PKCS8, SPKI_BYTES] = [Buffer.from('302e020100300506032b657004220420', 'hex'), 12];

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** In the form of `@ton/crypto`: the secret key is the seed followed by the public key. */
function keyOfSeed(seed: Buffer): KeyPair {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(SPKI_BYTES);
  return { publicKey, secretKey: Buffer.concat([seed, publicKey]) };
}
