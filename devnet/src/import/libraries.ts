// Library cells: code that a contract refers to by hash, stored by the masterchain.
import { beginCell, type Cell, CellType, Dictionary } from '@ton/core';

/** Hashes, in hex, of the libraries that cells refer to, at any depth. */
export function librariesIn(cells: readonly Cell[]): ReadonlySet<string> {
  const [found, seen, waiting] = [new Set<string>(), new Set<string>(), [...cells]];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const hash = cell.hash().toString('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    if (cell.type === CellType.Library) found.add(cell.bits.substring(8, 256).toString().toLowerCase());
    waiting.push(...cell.refs);
  }
  return found;
}

/** The libraries as a dictionary by hash, in the form that the emulator reads; null if there are none. */
export function libraryDictionary(libraries: readonly Cell[]): Cell | null {
  if (libraries.length === 0) return null;
  const all = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const library of libraries) all.set(library.hash(), library);
  return beginCell().storeDictDirect(all).endCell();
}

export const librariesOf = (dictionary: Cell): readonly Cell[] =>
  dictionary.beginParse().loadDictDirect(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell()).values();
