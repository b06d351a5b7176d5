// Contracts from a list, for example from a JSON file, for a new devnet.
import { Address, type Cell } from '@ton/core';
import { Refusal } from '../toncenter/answer.ts';
import { cellOf, fail } from '../toncenter/params.ts';
import { type Taken, takeContracts } from './take.ts';

/** Has the fields of an answer to toncenter's `getAddressInformation`, and the address. */
export type ListedContract = {
  readonly address: string;
  /** Bags of cells, in base64 or hex. */
  readonly code: string;
  readonly data: string;
  /** Nanotons. */
  readonly balance: string | bigint;
};

export type Import = {
  readonly contracts: readonly ListedContract[];
  /** The libraries that code and data refer to: bags of cells, in base64 or hex. */
  readonly libraries?: readonly string[];
};

export async function takeListed({ contracts, libraries = [] }: Import): Promise<Taken> {
  const parsed = contracts.map(parse);
  const known = libraries.map((boc, i) => bagOf(boc, `libraries[${i}]`));
  const accounts = new Map(parsed.map((contract) => [contract.address.toRawString(), contract]));
  if (accounts.size < parsed.length) throw new Refusal(422, 'contracts: two have the same address');
  const source = {
    account: async (address: Address) => accounts.get(address.toRawString()) as (typeof parsed)[number],
    libraries: async (hashes: readonly string[]) =>
      known.filter((library) => hashes.includes(library.hash().toString('hex'))),
  };
  return takeContracts(
    source,
    parsed.map(({ address }) => address),
  );
}

function parse({ address, code, data, balance }: ListedContract, i: number) {
  const name = (field: string) => `contracts[${i}].${field}`;
  if (!/^\d{1,36}$/.test(String(balance))) throw new Refusal(422, `${name('balance')}: must be a number of nanotons`);
  return {
    address: addressOf(address, name('address')),
    code: bagOf(code, name('code')),
    data: bagOf(data, name('data')),
    balance: BigInt(balance),
  };
}

const bagOf = (boc: string, name: string): Cell =>
  cellOf(Buffer.from(String(boc), /^[0-9a-f]+$/i.test(String(boc)) ? 'hex' : 'base64'), name);

function addressOf(text: string, name: string): Address {
  try {
    return Address.parse(text);
  } catch {
    return fail(new Refusal(422, `${name}: is no address`));
  }
}
