// A token's metadata on the chain (TEP-64): a dictionary from the hash of a field's name to its text.
import { createHash } from 'node:crypto';
import { beginCell, type Cell, Dictionary } from '@ton/core';

export type TokenContent = {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly description?: string;
  readonly image?: string;
};

const ON_CHAIN = 0;
const SNAKE = 0;

export function tokenContent(content: TokenContent): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, value] of Object.entries(content)) {
    const text = beginCell().storeUint(SNAKE, 8).storeStringTail(String(value)).endCell();
    entries.set(createHash('sha256').update(name).digest(), text);
  }
  return beginCell().storeUint(ON_CHAIN, 8).storeDict(entries).endCell();
}
