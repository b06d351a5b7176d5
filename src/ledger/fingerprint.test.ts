// Fingerprints outlive the version that made them: a retry after an upgrade must find its first answer.
import { expect, test } from 'vitest';
import type { Command } from '../core/commands/command.ts';
import { fingerprintOf, fingerprintOfAll } from './fingerprint.ts';

const swap = { kind: 'swap', account: 'ann', tokenA: 'apple', tokenB: 'bread', amountA: 10n } as unknown as Command;
const listing = {
  kind: 'registerToken',
  token: { address: 'apple', symbol: 'APPLE', decimals: 2 },
} as unknown as Command;

test('the fingerprint of a command never changes', () => {
  const terms = { ...swap, referrer: 'bob', deadlineMs: 1_800_000_000_000 } as unknown as Command;
  expect(fingerprintOf(terms)).toBe('pUYlFedwI0rnkxxuoxKo8c_Xcn_n31CySYyaFTSMbpg');
  expect(fingerprintOf(listing)).toBe('Ef7d6Iv9-Lk-ZqGre-B1ubz7ilxe5jbIcbOMHazPb0Q');
});

test('a fingerprint does not depend on the order of fields, nor on undefined fields', () => {
  const reversed = Object.fromEntries(Object.entries(swap).reverse()) as unknown as Command;
  expect(fingerprintOf({ ...reversed, referrer: undefined } as unknown as Command)).toBe(fingerprintOf(swap));
});

test('commands with different amounts, or with an amount as text or number, have different fingerprints', () => {
  const others = [11n, '10', 10].map((amountA) => fingerprintOf({ ...swap, amountA } as unknown as Command));
  expect(new Set([...others, fingerprintOf(swap)]).size).toBe(4);
});

test('a fingerprint depends on amounts inside nested lists and records, and on their order', () => {
  const routed = (...amounts: bigint[]) =>
    ({ ...swap, hops: amounts.map((amount) => ({ amount })) }) as never as Command;
  const prints = [routed(1n, 2n), routed(2n, 1n), routed(1n), routed()].map(fingerprintOf);
  expect(new Set(prints).size).toBe(4);
  expect(fingerprintOf(routed(1n, 2n))).toBe(prints[0]);
});

test('the fingerprint of an atomic bulk differs from that of its command alone, depends on all commands and their order, and never changes', () => {
  const other = { ...swap, amountA: 11n } as unknown as Command;
  const prints = [[swap], [swap, other], [other, swap], [swap, swap]].map(fingerprintOfAll);
  expect(new Set([fingerprintOf(swap), ...prints]).size).toBe(5);
  expect(prints[1]).toBe('kKIFDdVHCI2Aqh9RAVWS9j1yYLggTng9JTrOolgxvsQ');
});
