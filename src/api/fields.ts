// The fields that requests are made of: their schemas, and how each is read into the exchange's own types.
import Type, { type Static } from 'typebox';
import { type Account, type Amount, amount, MAX_AMOUNT, PPM, type Ppm, type TokenAddress } from '../core/amount.ts';
import { parseDecimal, printDecimal } from '../core/decimal.ts';
import type { Token } from '../core/pool.ts';
import { accountName, MAX_ADDRESS_LENGTH, tokenAddress } from '../exchange/address.ts';
import { ApiError } from './errors.ts';
import { type ExactNumber, textOf } from './json.ts';

/** A number as it was sent: JSON number or numeric string. The `decimal` keyword is checked by the validator. */
export type DecimalInput = ExactNumber | string;

export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
export const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

export const Decimal = (description: string, example: number) =>
  Type.Unsafe<DecimalInput>({ decimal: true, description, examples: [example] });

export const Address = (description: string, example: string = TON) =>
  Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH, description, examples: [example] });

export const Text = (description: string, example: string, maxLength = 256) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

/** An object that refuses members it does not know: a misspelt limit must not be ignored. */
export const Fields = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  options: { description?: string; examples?: readonly object[] } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const Pair = Fields(
  {
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
  },
  { description: 'The two tokens.' },
);

export const PoolQuery = {
  jetton0: Address('Address of the first token of the pool.'),
  jetton1: Address('Address of the second token of the pool.', USDT),
};

export const PageQuery = {
  cursor: Type.Optional(Text('`nextCursor` of the answer before; absent for the first page.', '42', 128)),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$',
      description: 'Items a page, 1 to 200. Default 50.',
      examples: ['50'],
    }),
  ),
};

export const readPage = ({ cursor, limit }: { cursor?: string; limit?: string }) => ({
  ...(cursor === undefined ? {} : { cursor }),
  limit: Number(limit ?? 50),
});

export function readToken(text: string, field: string): TokenAddress {
  return tokenAddress(text) ?? badName(field);
}

export function readAccount(text: string, field: string): Account {
  return accountName(text) ?? badName(field);
}

function badName(field: string): never {
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

function readUnits(input: DecimalInput, { decimals, symbol }: Unit, field: string, negative: string): Amount {
  const value = parseDecimal(inputText(input), decimals, MAX_AMOUNT);
  if (typeof value === 'bigint') return amount(value);
  throw new ApiError(
    'invalid_amount',
    {
      not_a_number: `${field} must be a decimal number, such as 12.5.`,
      negative,
      too_precise: `${field} has more fraction digits than the ${decimals} decimals of ${symbol}.`,
      too_large: `${field} is above the largest amount, ${printDecimal(MAX_AMOUNT, decimals)} ${symbol}.`,
    }[value],
  );
}

/** A fraction from 0 to 1 in millionths. */
export function readFraction(input: DecimalInput, field: string): Ppm {
  return readMillionths(input, 6, `${field} must be a fraction from 0 to 1 with at most 6 fraction digits.`);
}

/** A percentage from 0 to 100 in millionths of the whole. */
export function readPercentage(input: DecimalInput, field: string): Ppm {
  const message = `${field} must be above 0 and at most 100, with at most 4 fraction digits.`;
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

/** Whether it is ISO 8601 and names a day that its month has; Date.parse would take the 31st of February. */
function isRealDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return ISO_8601.test(text) && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A moment as ISO 8601 with an offset, or as unix seconds. */
export function readMoment(input: DecimalInput, field: string): number {
  const text = inputText(input);
  const moment = UNIX_SECONDS.test(text) ? Number(text) * 1000 : isRealDate(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new ApiError('invalid_request', `${field} must be an ISO 8601 time with a zone, or unix seconds.`);
  }
  return moment;
}

const inputText = (input: DecimalInput): string => (typeof input === 'string' ? input : textOf(input));

export type PairInput = Static<typeof Pair>;
