// Parses the fields of a request into the types of the core.

import type { Caller } from '../../access/keys.ts';
import { faultIn } from '../../access/names.ts';
import { accountName, tokenAddress } from '../../address.ts';
import type { DecimalInput } from '../../contract/fields.ts';
import { type Account, type Amount, amount, MAX_AMOUNT, PPM, type Ppm, type TokenAddress } from '../../core/amount.ts';
import { parseDecimal, printDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { ListingStatus, Token, TokenPair } from '../../core/pool.ts';
import type { Routing } from '../../ports/venue/trading.ts';
import type { Venue } from '../../ports/venue.ts';
import { ApiError } from '../errors.ts';
import { textOf } from '../json/exact-json.ts';

export const readPage = ({ cursor, limit }: { cursor?: string; limit?: string }) => ({
  ...(cursor === undefined ? {} : { cursor }),
  limit: Number(limit ?? 50),
});

export const readList = ({ status, ...page }: { cursor?: string; limit?: string; status?: ListingStatus }) => ({
  ...readPage(page),
  ...(status === undefined ? {} : { status }),
});

/** Parses the addresses of named items. They are all answered on one page, so parameters for paging are refused. */
export function readNamed<Address>(
  named: string | readonly string[],
  others: { readonly [field: string]: unknown },
  field: string,
): readonly Address[] {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const message = `With ${field}, everything is on one page; omit ${other}.`;
    throw new ApiError('invalid_request', message);
  }
  return [named].flat().map((text) => readToken(text, field) as string as Address);
}

/** The token in which values are expressed, if given. */
export const readQuote = ({ quote }: { readonly quote?: string }): { readonly quote?: TokenAddress } =>
  quote === undefined ? {} : { quote: readToken(quote, 'quote') };

export function readToken(text: string, field: string): TokenAddress {
  return tokenAddress(text) ?? badName(text, field);
}

/** The address of a token that may be new: it must consist of visible characters, while addresses of existing tokens may have any. */
export function readNewToken(text: string, field: string): TokenAddress {
  return readToken(readVisible(text, field), field);
}

/** The name of an account that may be new: it must consist of visible characters. */
export function readAccount(text: string, field: string): Account {
  return readKnownAccount(readVisible(text, field), field);
}

/** An account that holds something may have any name; a new one must consist of visible characters. */
export async function readHolder(venue: Venue, text: string, field: string): Promise<Account> {
  const account = readKnownAccount(text, field);
  if (faultIn(account) === undefined) return account;
  const { items } = await venue.balances(account, { limit: 1 });
  return items.length > 0 ? account : readAccount(text, field);
}

export function readKnownAccount(text: string, field: string): Account {
  return accountName(text) ?? badName(text, field);
}

export function readVisible(text: string, field: string): string {
  const fault = faultIn(text);
  if (fault !== undefined) throw new ApiError('invalid_request', `${field} ${fault}.`);
  return text;
}

export function readMemo({ memo }: { readonly memo?: string }): { readonly memo?: string } {
  if (memo === undefined) return {};
  if (memo !== memo.trim()) throw new ApiError('invalid_request', 'memo must not start or end with a space.');
  return { memo: readVisible(memo, 'memo') };
}

/** The account that a question is about: the caller's own, or any if the caller is an operator. */
export function readOwner({ account: text }: { readonly account?: string }, caller: Caller): Account {
  if (text === undefined) return caller.account;
  const account = readKnownAccount(text, 'account');
  if (account === caller.account || caller.role === 'operator') return account;
  throw new ApiError('forbidden', 'Only operators can see other accounts.');
}

/** The requested routing, or the venue's default. */
export function readRouting({ routing }: Venue, wanted: Routing | undefined): Routing {
  if (wanted === 'best' && routing === 'direct')
    throw new ApiError('invalid_request', 'This exchange swaps only through the pool of the two tokens; omit route.');
  return wanted ?? routing;
}

type Named = readonly [field: string, address: string];

/** The pair of a body (`Pair.tokenA`, `Pair.tokenB`). */
export const readBodyPair = (venue: Venue, { Pair }: { readonly Pair: { tokenA: string; tokenB: string } }) =>
  readPair(venue, ['Pair.tokenA', Pair.tokenA], ['Pair.tokenB', Pair.tokenB]);

/** Two different tokens, each as its field name and address. */
export const readPair = (venue: Venue, first: Named, second: Named): Promise<TokenPair> =>
  venue.pair(readToken(first[1], first[0]), readToken(second[1], second[0]));

export const addressesOf = ({ tokenA, tokenB }: TokenPair) => ({ tokenA: tokenA.address, tokenB: tokenB.address });

function badName(text: string, field: string): never {
  readVisible(text, field);
  throw new ApiError('invalid_request', `${field} must be 1 to 128 printable characters without spaces.`);
}

/** A positive quantity of a token, exact to its last decimal. */
export function readAmount(input: DecimalInput, token: Unit, field: string): Amount {
  const value = readUnits(input, token, field, `${field} must be greater than 0.`);
  if (value === 0n) throw new ApiError('invalid_amount', `${field} must be greater than 0.`);
  return value;
}

/** Like `readAmount`, but zero is allowed. */
export const readMinimum = (input: DecimalInput, token: Unit, field: string): Amount =>
  readUnits(input, token, field, `${field} must not be negative.`);

type Unit = Pick<Token, 'symbol' | 'decimals'>;

export const LP: Unit = { symbol: 'LP tokens', decimals: LP_DECIMALS };

function readUnits(input: DecimalInput, { decimals, symbol }: Unit, field: string, negative: string): Amount {
  const value = parseDecimal(inputText(input), decimals, MAX_AMOUNT);
  if (typeof value === 'bigint') return amount(value);
  throw new ApiError(
    'invalid_amount',
    {
      not_a_number: `${field} must be a decimal number, such as 12.5.`,
      negative,
      too_precise: `${field} has more decimal places than the ${decimals} of ${symbol}.`,
      too_large: `${field} exceeds the maximum of ${printDecimal(MAX_AMOUNT, decimals)} ${symbol}.`,
    }[value],
  );
}

/** A fraction from 0 to 1 in millionths. */
export function readFraction(input: DecimalInput, field: string): Ppm {
  return readMillionths(input, 6, `${field} must be a fraction from 0 to 1 with at most 6 decimal places.`);
}

/** A percentage above 0 and up to 100, in millionths of the whole. */
export function readPercentage(input: DecimalInput, field: string): Ppm {
  const message = `${field} must be above 0 and at most 100, with at most 4 decimal places.`;
  const value = readMillionths(input, 4, message);
  if (value === 0n) throw new ApiError('invalid_amount', message);
  return value;
}

function readMillionths(input: DecimalInput, scale: number, message: string): Ppm {
  const value = parseDecimal(inputText(input), scale, PPM);
  if (typeof value !== 'bigint') throw new ApiError('invalid_amount', message);
  return value as Ppm;
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const UNIX_SECONDS = /^\d{1,11}$/;

/** True for ISO 8601 with a day that its month has; Date.parse would accept 31 February. */
function isRealDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return ISO_8601.test(text) && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A time as ISO 8601 with an offset, or as Unix seconds; returns milliseconds. */
export function readMoment(input: DecimalInput, field: string): number {
  const text = inputText(input);
  const moment = UNIX_SECONDS.test(text) ? Number(text) * 1000 : isRealDate(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw new ApiError('invalid_request', `${field} ${faultOfMoment(text)}.`);
  return moment;
}

function faultOfMoment(text: string): string {
  if (/^\d{12,13}$/.test(text))
    return 'looks like milliseconds; send Unix seconds, or an ISO 8601 time with a time zone';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'is a date without a time; add a time and a time zone, such as T00:00:00Z';
  if (text.includes(' ') && isRealDate(text.replace(' ', '+')))
    return 'has a space before the time zone; in a URL, write + as %2B';
  return 'must be an ISO 8601 time with a time zone, or Unix seconds';
}

export const inputText = (input: DecimalInput): string => (typeof input === 'string' ? input : textOf(input));
