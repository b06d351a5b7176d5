// Signatures by OpenSSL equal those of @ton/crypto byte for byte, so that signing again gives the same message.
import { keyPairFromSeed, sign } from '@ton/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfSeed, signatureOf } from './ed25519.ts';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));

test('keys and signatures equal those of @ton/crypto for any seed and hash', () =>
  fc.assert(
    fc.property(bytes(32), bytes(32), (seed, hash) => {
      const theirs = keyPairFromSeed(seed);
      expect(keyOfSeed(seed)).toEqual(theirs);
      expect(signatureOf(hash, theirs.secretKey)).toEqual(sign(hash, theirs.secretKey));
    }),
    { numRuns: 10 },
  ));
