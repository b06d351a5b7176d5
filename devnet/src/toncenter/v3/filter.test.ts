import { beginCell } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesAtAnyBit } from './filter.ts';

test('a value is found in a serialized cell at whatever bit it begins', () => {
  const value = fc.uint8Array({ minLength: 4, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
  const noise = fc.tuple(fc.nat({ max: 40 }), fc.bigInt(0n, (1n << 40n) - 1n));
  fc.assert(
    fc.property(value, noise, noise, (wanted, [before, first], [after, last]) => {
      const cell = beginCell()
        .storeUint(BigInt.asUintN(before, first), before)
        .storeBuffer(wanted)
        .storeUint(BigInt.asUintN(after, last), after)
        .endCell();
      const boc = beginCell().storeRef(cell).endCell().toBoc();
      expect(bytesAtAnyBit(wanted).some((hex) => boc.includes(Buffer.from(hex, 'hex')))).toBe(true);
    }),
  );
  const other = beginCell().storeBuffer(Buffer.alloc(32, 0x5a)).endCell().toBoc();
  expect(bytesAtAnyBit(Buffer.from('0f8a7ea5', 'hex')).some((hex) => other.includes(Buffer.from(hex, 'hex')))).toBe(
    false,
  );
});
