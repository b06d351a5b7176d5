// Addresses: all forms of a TON address have one canonical name, and every address that the exchange makes can be recomputed.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Addresses,
  accountName,
  addressesKnown,
  canonicalAddress,
  MAX_ADDRESS_LENGTH,
  MAX_KNOWN,
  tokenAddress,
} from './address.ts';
import { MAX_NAME_LENGTH } from './contract/fields.ts';
import type { Account, TokenAddress } from './core/amount.ts';

/** The user-friendly form by its definition: tag, workchain, hash, CRC16-XMODEM, in base64. */
function friendly(workchain: number, hash: Uint8Array, tag: number): Buffer {
  const body = Buffer.concat([Buffer.from([tag, workchain & 0xff]), hash]);
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 0xff])]);
}

const BOUNCEABLE = 0x11;
const TAGS = { bounceable: BOUNCEABLE, 'non-bounceable': 0x51, 'testnet bounceable': 0x91, 'testnet other': 0xd1 };
const urlSafe = (workchain: number, hash: Uint8Array, tag = BOUNCEABLE) =>
  friendly(workchain, hash, tag).toString('base64url');
/** A hash whose base64 contains + and /, the two characters that base64url replaces. */
const HASH = Buffer.from('fb'.repeat(16) + 'ff'.repeat(16), 'hex');

describe('a TON address', () => {
  test('has the same canonical name in raw and user-friendly form, with any tag and either base64 alphabet', () => {
    for (const workchain of [0, -1]) {
      const name = urlSafe(workchain, HASH);
      const hex = HASH.toString('hex');
      const forms = [`${workchain}:${hex}`, `${workchain}:${hex.toUpperCase()}`];
      for (const tag of Object.values(TAGS)) {
        forms.push(urlSafe(workchain, HASH, tag), friendly(workchain, HASH, tag).toString('base64'));
      }
      expect(forms.some((form) => form.includes('+'))).toBe(true);
      expect(forms.some((form) => form.includes('/'))).toBe(true);
      for (const form of forms) expect(canonicalAddress(form), form).toBe(name);
    }
  });

  test('has another canonical name if its hash or workchain differs', () => {
    const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hashes, hashes, fc.constantFrom(0, -1), (one, two, workchain) => {
        fc.pre(Buffer.compare(one, two) !== 0);
        const hex = (hash: Uint8Array) => `${workchain}:${Buffer.from(hash).toString('hex')}`;
        expect(canonicalAddress(hex(one))).toBe(urlSafe(workchain, one));
        expect(canonicalAddress(hex(two))).not.toBe(canonicalAddress(hex(one)));
        expect(canonicalAddress(urlSafe(-1 - workchain, one))).not.toBe(canonicalAddress(hex(one)));
      }),
    );
  });

  test.each([256, 999, -256, 255])('in raw form with the invalid workchain %i is returned unchanged', (workchain) => {
    const hex = HASH.toString('hex');
    expect(canonicalAddress(`${workchain}:${hex}`)).toBe(`${workchain}:${hex}`);
  });
});

describe('a text that is not a TON address', () => {
  const name = urlSafe(0, HASH);
  const hex = HASH.toString('hex');
  const flipped = (name.startsWith('E') ? 'U' : 'E') + name.slice(1);
  test.each([
    ['a broken checksum', flipped],
    ['an unknown tag', urlSafe(0, HASH, 0x12)],
    ['one character less', name.slice(1)],
    ['one character more', `${name}A`],
    ['a short raw hash', `0:${hex.slice(1)}`],
    ['a long raw hash', `0:${hex}0`],
    ['a raw hash that is not hex', `0:${'g'.repeat(64)}`],
    ['no workchain', `:${hex}`],
    ['a handle', 'shop-42'],
    ['a name in another script', 'мельница'],
    ['an emoji', '\u{1f33e}'],
    ['a prototype’s name', '__proto__'],
    ['a quote', `"'\\;--`],
  ])('is returned unchanged: %s', (_, text) => {
    expect(canonicalAddress(text)).toBe(text);
  });

  test('is another name if it differs only in case or in Unicode normal form', () => {
    expect(canonicalAddress('Shop')).not.toBe(canonicalAddress('shop'));
    expect(canonicalAddress('\u00e9')).not.toBe(canonicalAddress('e\u0301'));
  });

  test.each([
    ['128 letters are accepted', 'a'.repeat(128), true],
    ['129 letters are refused', 'a'.repeat(129), false],
    ['128 characters of two code units each are accepted', '\u{1f33e}'.repeat(128), true],
    ['129 characters of two code units each are refused', '\u{1f33e}'.repeat(129), false],
    ['an empty text is refused', '', false],
  ])('%s', (_, text, accepted) => {
    expect(canonicalAddress(text)).toBe(accepted ? text : null);
  });
});

test.each([
  ['a space', 'a b'],
  ['a leading space', ' a'],
  ['a trailing line break', 'a\n'],
  ['a no-break space', 'a\u00a0b'],
  ['an ideographic space', 'a\u3000b'],
  ['a line separator', 'a\u2028b'],
  ['a tab', 'a\tb'],
  ['a null character', 'a\u0000b'],
  ['a delete character', 'a\u007fb'],
  ['a zero-width space', 'a\u200bb'],
  ['a right-to-left override', 'a\u202eb'],
  ['a byte-order mark', '\ufeffa'],
  ['a high surrogate alone', 'a\ud83cb'],
  ['a low surrogate alone', 'a\udf3eb'],
  ['the replacement character that broken UTF-8 is decoded to', 'a\ufffdb'],
  ['a private-use character', 'a\ue000b'],
])('text with %s is refused as an address, a token and an account name', (_, text) => {
  expect(canonicalAddress(text)).toBeNull();
  expect(tokenAddress(text)).toBeNull();
  expect(accountName(text)).toBeNull();
});

test('the canonical name of a canonical name is that name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = canonicalAddress(text);
      expect(name === null || canonicalAddress(name) === name).toBe(true);
    }),
  );
});

test('the addresses that an exchange makes are hashes that anyone can recompute', () => {
  const factoryHash = createHash('sha256').update('any instance').digest();
  const addresses = new Addresses(factoryHash.toString('hex'));
  const factory = urlSafe(0, factoryHash);
  const derived = (...parts: string[]) =>
    urlSafe(
      0,
      createHash('sha256')
        .update(`millpond\n${factory}\n${parts.join('\n')}`)
        .digest(),
    );
  const [apple, bread] = ['apple', 'bread'] as TokenAddress[] as [TokenAddress, TokenAddress];
  const pool = addresses.pool(apple, bread);
  expect(addresses.factory).toBe(factory);
  expect(addresses.router).toBe(derived('router'));
  expect(pool).toBe(derived('pool', 'apple', 'bread'));
  expect(addresses.wallet(pool, apple)).toBe(derived('wallet', pool, 'apple'));
  expect(addresses.wallet(pool, bread)).toBe(derived('wallet', pool, 'bread'));
  expect(addresses.lpAccount(pool, 'ann' as Account)).toBe(derived('lp-account', pool, 'ann'));
  expect(canonicalAddress(pool)).toBe(pool);
  expect(new Addresses('00'.repeat(32)).pool(apple, bread)).not.toBe(pool);
});

test('at most MAX_KNOWN names are cached, and a text too long to be a name is not cached', () => {
  for (let count = 0; count <= 2 * MAX_KNOWN; count++) {
    canonicalAddress(`name-${count}`);
    expect(addressesKnown()).toBeLessThanOrEqual(MAX_KNOWN);
  }
  expect(addressesKnown()).toBeGreaterThan(0);
  const before = addressesKnown();
  canonicalAddress('x'.repeat(MAX_ADDRESS_LENGTH + 1));
  expect(addressesKnown()).toBe(before);
  canonicalAddress('x'.repeat(MAX_ADDRESS_LENGTH));
  expect(addressesKnown()).toBe(before + 1);
});

test('the contract accepts names of up to the same length as addresses', () => {
  expect(MAX_NAME_LENGTH).toBe(MAX_ADDRESS_LENGTH);
});
