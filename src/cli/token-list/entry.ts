// Parses an entry of a token list, by the rules of registerToken and updateToken.

import { faultIn, showHidden } from '../../access/names.ts';
import { tokenAddress, tonAddress } from '../../address.ts';
import { MAX_DECIMALS } from '../../api/calls/operator/register-token.ts';
import { readLooks, readSymbol } from '../../api/fields/read-token-fields.ts';
import { registerToken } from '../../contract/operator.ts';
import type { TokenAddress } from '../../core/amount.ts';
import type { TokenLooks } from '../../core/pool.ts';
import type { ListEntry } from './file.ts';

/** A parsed entry. */
export type Listing = {
  readonly place: number;
  readonly address: TokenAddress;
  readonly symbol: string;
  /** Undefined if the list does not say. */
  readonly decimals: number | undefined;
  /** The name and logo, as far as they are valid. */
  readonly looks: Partial<TokenLooks>;
  /** Why a name or logo is not valid. */
  readonly unfit: readonly { readonly part: 'name' | 'logo'; readonly fault: string }[];
};

/** An entry is invalid; the message says why. */
export class BadEntry extends Error {
  override name = 'BadEntry';
}

/** Global ids of TON's networks, as token lists use them for chain ids. */
const [MAIN_NET, TEST_NET] = [-239, -3];
/** Text that can only be meant as a TON address, valid or not. */
const LIKE_TON = /^([EUk0][Qf][\w+/-]{46}|-?\d+:[0-9a-fA-F]+)$/;

/**
 * True if an entry belongs to another chain. An entry with a TON address belongs to TON whatever chain id the list uses, except
 * that of the test network.
 */
export const isOfAnotherChain = ({ chainId, address }: ListEntry): boolean =>
  typeof chainId === 'number' &&
  chainId !== MAIN_NET &&
  (chainId === TEST_NET || typeof address !== 'string' || !LIKE_TON.test(address));

/** Parses and validates an entry; throws `BadEntry`. A name or logo that is not valid is returned in `unfit`. */
export function readEntry(entry: ListEntry, isKnown: (address: TokenAddress) => boolean): Listing {
  const address = readAddress(entry, isKnown);
  const symbol = readText('symbol', entry.symbol, readSymbol);
  const decimals = readDecimals(entry);
  const looks: { name?: string; logo?: string } = {};
  const unfit: Listing['unfit'][number][] = [];
  for (const field of ['name', 'logo'] as const) {
    const given = entry[field];
    // If the list omits a field, the token keeps its own.
    if (given === undefined || given === null || given === '') continue;
    try {
      looks[field] = readText(field, given, (text) => readLooks({ [field]: text })[field] as string);
    } catch (error) {
      unfit.push({ part: field, fault: (error as BadEntry).message });
    }
  }
  return { place: entry.place, address, symbol, decimals, looks, unfit };
}

/** A token of this exchange alone may have a short name as its address; a longer one must be a TON address, to detect mistyped ones. */
const MAX_OWN_NAME = 32;

function readAddress({ address: given, chainId }: ListEntry, isKnown: (address: TokenAddress) => boolean) {
  const text = readText('address', given, (text) => text);
  const address = tokenAddress(text);
  if (address !== null && (tonAddress(text) !== null || isKnown(address))) return address;
  if (LIKE_TON.test(text))
    throw new BadEntry(`address ${shown(text)} is not a TON address: a character or its checksum is wrong`);
  const mayBeOwn = chainId !== undefined && text.length <= MAX_OWN_NAME && !/^0x/i.test(text);
  if (address === null || !mayBeOwn || faultIn(text) !== undefined) {
    throw new BadEntry(`address ${shown(text)} is not a TON address`);
  }
  return address;
}

function readDecimals({ decimals, chainId }: ListEntry): number | undefined {
  const isLeftOut = decimals === undefined && chainId === undefined;
  if (isLeftOut || (Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= MAX_DECIMALS)) {
    return decimals as number | undefined;
  }
  throw new BadEntry(`decimals must be a whole number from 0 to ${MAX_DECIMALS}`);
}

type Field = 'address' | 'symbol' | 'name' | 'logo';

function readText(field: Field, given: unknown, read: (text: string) => string): string {
  if (typeof given !== 'string' || given === '') throw new BadEntry(`${field} is missing or not text`);
  const { maxLength = Number.POSITIVE_INFINITY } = registerToken.input.properties[field] as { maxLength?: number };
  if ([...given].length > maxLength) throw new BadEntry(`${field} has more than ${maxLength} characters`);
  try {
    return read(given);
  } catch (error) {
    throw new BadEntry((error as Error).message.replace(/\.$/, ''));
  }
}

/** Quotes text of a token list for a message, shortened and safe for a terminal. */
export const shown = (text: string): string =>
  showHidden(JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text));
