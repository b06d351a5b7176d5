// Reads contracts, and the libraries that they refer to, from a network, for a new devnet.
import type { Address, Cell } from '@ton/core';
import { type AccountView, shardOf } from '../chain/account.ts';
import type { GenesisAccount } from '../chain/chain.ts';
import { librariesIn } from './libraries.ts';

export type Source = {
  account(address: Address): Promise<Pick<AccountView, 'code' | 'data' | 'balance'>>;
  /** Returns the libraries that exist among those with these hashes (hex). */
  libraries(hashes: readonly string[]): Promise<readonly Cell[]>;
};

export type Taken = { readonly accounts: readonly GenesisAccount[]; readonly libraries: readonly Cell[] };

/** Thrown if a contract cannot be imported; the message says why. */
class CannotTake extends Error {
  override name = 'CannotTake';
}

/** Libraries may refer to others; the depth is limited. */
const MOST_ROUNDS = 10;

export async function takeContracts(source: Source, addresses: readonly Address[]): Promise<Taken> {
  const accounts: GenesisAccount[] = [];
  const cells: Cell[] = [];
  for (const address of addresses) {
    const { code, data, balance } = await source.account(address);
    if (!code || !data) throw new CannotTake(`there is no contract at ${address}`);
    cells.push(code, data);
    const shard = shardOf(address, balance, { code, data });
    accounts.push([address.toRawString(), Buffer.from(shard).toString('base64')]);
  }
  return { accounts, libraries: await takeLibraries(source, cells) };
}

/** Each library is checked against its hash: other code would be another contract. */
async function takeLibraries(source: Source, cells: readonly Cell[]): Promise<readonly Cell[]> {
  const found = new Map<string, Cell>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const missing = [...librariesIn([...cells, ...found.values()])].filter((hash) => !found.has(hash));
    if (missing.length === 0) return [...found.values()];
    for (const library of await source.libraries(missing)) found.set(library.hash().toString('hex'), library);
    const absent = missing.find((hash) => !found.has(hash));
    if (absent !== undefined) throw new CannotTake(`the library ${absent} is missing`);
  }
  throw new CannotTake('its libraries name too many others');
}
