// A StateInit from a stranger is parsed in bounded time, whatever it contains: shared cells, false counts, noise.
import { beginCell, type Cell } from '@ton/core';
import { expect, test } from 'vitest';
import { readStateInit } from '../../../src/ton/proof/wallets.ts';
import { Random } from '../../simulation/random.ts';

/** The longest StateInit that the API call accepts. */
const MAX_BYTES = 6144;

test('a StateInit of 200 cells that each refer to the next four times is rejected without walking its 4^200 paths', () => {
  let cell: Cell = beginCell().endCell();
  for (let depth = 0; depth < 200; depth += 1)
    cell = beginCell().storeRef(cell).storeRef(cell).storeRef(cell).storeRef(cell).endCell();
  const boc = cell.toBoc();
  expect(boc.length).toBeLessThan(MAX_BYTES);
  expect(readStateInit(boc.toString('base64'))).toBeUndefined();
});

test('a StateInit with changed bytes, or cut off and filled up, is rejected or gets a 32-byte hash; the parser never throws', () => {
  const random = new Random(29);
  const good = beginCell().storeUint(0, 5).storeRef(beginCell().storeUint(1, 8)).endCell().toBoc();
  for (let times = 0; times < 500; times += 1) {
    const bytes = Buffer.from(good);
    for (let changes = random.below(4); changes >= 0; changes -= 1)
      bytes[random.below(bytes.length)] = random.below(256);
    const noise = Buffer.concat([
      bytes.subarray(0, 4 + random.below(6)),
      Buffer.alloc(random.below(40), random.below(256)),
    ]);
    for (const hostile of [bytes, noise]) expect(readStateInit(hostile.toString('base64'))?.hash.length ?? 32).toBe(32);
  }
});
