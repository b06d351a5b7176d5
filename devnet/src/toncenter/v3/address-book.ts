// The address book of the API v3: the readable forms of the raw addresses in an answer.
import { Address } from '@ton/core';
import type { Chain } from '../../chain/chain.ts';
import { isWallet } from '../accounts.ts';

const ADDRESS = /^-?\d+:[0-9A-F]{64}$/;

/** The readable forms of all addresses in an answer; not bounceable for wallets and for accounts without code. */
export function addressBook(chain: Chain, answer: unknown): Record<string, object> {
  const book: Record<string, object> = {};
  const read = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) read(part);
    if (typeof value !== 'string' || !ADDRESS.test(value) || value in book) return;
    const { address, code } = chain.account(Address.parseRaw(value));
    const user_friendly = address.toString({ bounceable: code !== null && !isWallet(code) });
    book[value] = { user_friendly, domain: null, interfaces: null };
  };
  read(answer);
  return book;
}
