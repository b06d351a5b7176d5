// The message that a wallet signs to prove its ownership (TON Connect, ton_proof).
import { createPublicKey, hash, verify } from 'node:crypto';
import type { Address } from '@ton/core';

export type SignedParts = {
  readonly address: Address;
  readonly domain: string;
  /** In seconds. */
  readonly timestamp: bigint;
  readonly payload: string;
};

/** The 32 bytes that are signed. */
function signedHash({ address, domain, timestamp, payload }: SignedParts): Buffer {
  const workchain = Buffer.alloc(4);
  workchain.writeInt32BE(address.workChain);
  const domainBytes = Buffer.from(domain);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(domainBytes.length);
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(timestamp);
  const item = [Buffer.from('ton-proof-item-v2/'), workchain, address.hash, length, domainBytes, time];
  const message = hash('sha256', Buffer.concat([...item, Buffer.from(payload)]), 'buffer');
  return hash('sha256', Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), message]), 'buffer');
}

/** DER prefix of a raw Ed25519 public key for OpenSSL (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export function isSignedBy(publicKey: Buffer, parts: SignedParts, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(null, signedHash(parts), key, signature);
}
