import { createHmac, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Hmac } from './hmac.ts';
import { hashBlocks, midstateOf } from './sha256.ts';

const messageOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7 + length * 13) & 255));

test('messages of every length hash as with OpenSSL, whatever follows them and wherever the hash goes', () => {
  const out = Buffer.alloc(40);
  for (let length = 0; length <= 300; length += 1) {
    const message = messageOf(length);
    const expected = hash('sha256', message);
    const longer = Buffer.concat([message, Buffer.alloc(40, 0xff)]);
    hashBlocks(longer, length, out, 4);
    expect(out.toString('hex', 4, 36)).toBe(expected);
    hashBlocks(longer, length, longer, 0);
    expect(longer.toString('hex', 0, 32)).toBe(expected);
  }
});

test('a message that continues a block hashes as the whole', () => {
  const out = Buffer.alloc(32);
  for (let length = 64; length < 200; length += 1) {
    const whole = messageOf(length);
    hashBlocks(whole.subarray(64), length - 64, out, 0, midstateOf(whole));
    expect(out.toString('hex')).toBe(hash('sha256', whole));
  }
});

test('codes are those of HMAC-SHA-256, for short and long messages and keys of 32 to 64 bytes', () => {
  const out = Buffer.alloc(32);
  for (const bytes of [32, 33, 64]) {
    const key = Buffer.alloc(bytes, 0xa7);
    const hmac = new Hmac(key);
    for (const message of ['', '1', '9007199254740991', 'é'.repeat(60), 'x'.repeat(317), 'y'.repeat(5000)]) {
      const code = createHmac('sha256', key).update(message).digest('hex');
      hmac.write(message, out, 0);
      expect(out.toString('hex')).toBe(code);
      if (message.startsWith('é')) continue;
      const around = Buffer.from(`<${message}>`);
      hmac.writeOf(around, 1, around.length - 1, out.fill(0), 0);
      expect(out.toString('hex')).toBe(code);
    }
  }
});

test.each([
  ['one byte', 'x'],
  ['two bytes', 'é'],
  ['three bytes', '€'],
  ['four bytes', '😀'],
])('codes of messages of characters of %s are right around the length that is left to OpenSSL', (_, character) => {
  const [out, key] = [Buffer.alloc(32), Buffer.alloc(32, 3)];
  const hmac = new Hmac(key);
  for (let times = 40; times < 600; times += 1) {
    const message = character.repeat(times);
    hmac.write(message, out, 0);
    expect(out.toString('hex')).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('a key of another length is refused', () => {
  for (const bytes of [0, 31, 65]) expect(() => new Hmac(Buffer.alloc(bytes))).toThrow('between 32 and 64 bytes');
});
