// Ed25519 by OpenSSL, with keys in the form of `@ton/crypto`: a secret key is the seed followed by the public key.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { KeyPair } from '@ton/crypto';

const SEED_BYTES = 32;
/** DER prefixes (RFC 8410): the header of a private key, and the length of that of a public key. */
const [PKCS8, SPKI_BYTES] = [Buffer.from('302e020100300506032b657004220420', 'hex'), 12];

export const seedOf = ({ secretKey }: Pick<KeyPair, 'secretKey'>): Buffer => secretKey.subarray(0, SEED_BYTES);

export function keyOfSeed(seed: Buffer): KeyPair {
  const publicKey = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(SPKI_BYTES);
  return { publicKey, secretKey: Buffer.concat([seed, publicKey]) };
}

export const signatureOf = (message: Buffer, secretKey: Buffer): Buffer =>
  sign(null, message, privateKey(seedOf({ secretKey })));

const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
