// Only attestations that can be parsed and have no certificates are accepted.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../test/times.ts';
import { acceptedAttestation } from './attestation.ts';

const hex = (text: string) => acceptedAttestation(Buffer.from(text, 'hex').toString('base64url'));
const written = (text: string) => ({ attestationObject: Buffer.from(text, 'hex').toString('base64url') });
const ascii = (text: string) => (0x60 + text.length).toString(16) + Buffer.from(text).toString('hex');

const [FMT, STATEMENT, DATA] = [ascii('fmt'), ascii('attStmt'), `${ascii('authData')}43aabbcc`];
const NONE = `a3${FMT}${ascii('none')}${STATEMENT}a0${DATA}`;
const packed = (statement: string) => `a3${FMT}${ascii('packed')}${STATEMENT}${statement}${DATA}`;
const SELF = `${ascii('alg')}26${ascii('sig')}420102`;

describe('an attestation is accepted', () => {
  test.each([
    ['format none', NONE],
    ['format packed, signed by the passkey', packed(`a2${SELF}`)],
    ['an algorithm number of three bytes', packed(`a2${ascii('alg')}390100${ascii('sig')}420102`)],
  ])('and returned unchanged: %s', (_name, text) => {
    expect(hex(text)).toEqual(written(text));
  });

  test('and returned in canonical form if its members are in another order or lengths are overlong', () => {
    expect(hex(`a3${DATA.replace('43aabbcc', '590003aabbcc')}${STATEMENT}a0${FMT}${ascii('none')}`)).toEqual(
      written(NONE),
    );
  });
});

describe('an attestation is refused', () => {
  test.each([
    ['a chain of certificates', packed(`a3${SELF}${ascii('x5c')}81420102`)],
    ['an empty chain of certificates', packed(`a3${SELF}${ascii('x5c')}80`)],
    ['an unknown member of the statement', packed(`a3${SELF}${ascii('url')}420102`)],
    ['packed without a signature', packed(`a1${ascii('alg')}26`)],
    ['a positive algorithm number', packed(`a2${ascii('alg')}01${ascii('sig')}420102`)],
    ['format none with a statement', NONE.replace(`${STATEMENT}a0`, `${STATEMENT}a1${ascii('x5c')}80`)],
    ['format android-key', NONE.replace(ascii('none'), ascii('android-key'))],
  ])('as not accepted: %s', (_name, text) => {
    expect(hex(text)).toEqual({ refused: expect.stringContaining('is not accepted') });
  });

  test.each([
    ['an empty input', ''],
    ['an array instead of a map', '83010203'],
    ['a member twice', `a4${FMT}${ascii('none')}${NONE.slice(2)}`],
    ['one member more', `a4${NONE.slice(2)}${ascii('more')}01`],
    ['one member less', `a2${FMT}${ascii('none')}${STATEMENT}a0`],
    ['a byte after the end', `${NONE}00`],
    ['a missing last byte', NONE.slice(0, -2)],
    ['a map of indefinite length', `bf${NONE.slice(2)}ff`],
    ['a CBOR tag', `c0${NONE}`],
    ['four thousand million members', `ba${'ff'.repeat(4)}${NONE.slice(2)}`],
    ['a length of eight bytes', `bb${'00'.repeat(7)}03${NONE.slice(2)}`],
    ['four nested lists', packed(`a3${SELF}${ascii('x5c')}${'81'.repeat(4)}01`)],
    ['eight thousand nested lists', '81'.repeat(8000)],
  ])('as unreadable: %s', (_name, text) => {
    expect(hex(text)).toEqual({ refused: 'its attestation cannot be read' });
  });

  test('without repeating a format that is not a plain name', () => {
    expect(hex(NONE.replace(ascii('none'), ascii('a<b>\n')))).toEqual({
      refused: expect.stringContaining('(unknown)'),
    });
  });
});

test('whatever the input, an accepted attestation has format none without a statement, or packed with two members', () => {
  const sound = fc.constantFrom(NONE, packed(`a2${SELF}`), packed(`a3${SELF}${ascii('x5c')}81420102`));
  const changed = fc.tuple(sound, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([text, at, noise]) => {
    const bytes = Buffer.from(text, 'hex');
    bytes.set(noise.subarray(0, bytes.length), at % (bytes.length - 2));
    return bytes;
  });
  const form = new RegExp(
    `^a3${FMT}(?:${ascii('none')}${STATEMENT}a0|${ascii('packed')}${STATEMENT}a2${ascii('alg')})`,
  );
  fc.assert(
    fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 64 }).map(Buffer.from)), (bytes) => {
      const kept = acceptedAttestation(bytes.toString('base64url'));
      if ('attestationObject' in kept)
        expect(Buffer.from(kept.attestationObject, 'base64url').toString('hex')).toMatch(form);
    }),
    { numRuns: times(500) },
  );
});
