import { createHmac, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Hmac } from './hmac.ts';
import { hashScratch, LONGEST_MESSAGE, SCRATCH } from './sha256.ts';

test('messages of every length hash as with OpenSSL', () => {
  const out = Buffer.alloc(40);
  for (let length = 0; length <= LONGEST_MESSAGE; length += 1) {
    const message = Buffer.from(Array.from({ length }, (_, index) => (index * 7 + length * 13) & 255));
    message.copy(SCRATCH);
    hashScratch(length, out, 4);
    expect(out.toString('hex', 4, 36)).toBe(hash('sha256', message));
  }
});

test('codes are those of HMAC-SHA-256, for short and long messages and keys of 32 to 64 bytes', () => {
  const out = Buffer.alloc(32);
  for (const bytes of [32, 33, 64]) {
    const key = Buffer.alloc(bytes, 0xa7);
    const hmac = new Hmac(key);
    for (const message of [
      '',
      '1',
      '9007199254740991',
      'é'.repeat(60),
      'x'.repeat(317),
      '€'.repeat(318),
      'y'.repeat(5000),
    ]) {
      hmac.write(message, out, 0);
      expect(out.toString('hex')).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }
  }
});

test.each([
  ['one byte', 'x', 1],
  ['two bytes', 'é', 2],
  ['three bytes', '€', 3],
  ['four bytes', '😀', 4],
])('codes of messages of characters of %s are right beyond the length of the scratch', (_, character, bytes) => {
  const [out, key] = [Buffer.alloc(32), Buffer.alloc(32, 3)];
  const hmac = new Hmac(key);
  for (let times = Math.floor((LONGEST_MESSAGE / 3 - 10) / bytes); times * bytes < SCRATCH.length + 80; times += 1) {
    const message = character.repeat(times);
    hmac.write(message, out, 0);
    expect(out.toString('hex')).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('a key of another length is refused', () => {
  for (const bytes of [0, 31, 65]) expect(() => new Hmac(Buffer.alloc(bytes))).toThrow('between 32 and 64 bytes');
});
