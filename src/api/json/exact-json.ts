// JSON whose numbers keep every digit, when parsed and when printed.
import type { Declaration } from '../../contract/call.ts';
import { ApiError } from '../errors.ts';

const BYTE_ORDER_MARK = '\ufeff';
/** Invalid UTF-8 is decoded to this character; a client that sends the character itself passes on text that was broken earlier. */
const REPLACEMENT = '\ufffd';
/** Text that needs no escapes in JSON; testing this is cheaper than JSON.stringify. */
const PLAIN = /^[ !#-[\]-~]*$/;
const KEYS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
/**
 * True if a number of the text may lose digits as a float. A string that looks like such a number also makes it true:
 * each number is then checked on its own, which is only slower.
 */
const MAY_LOSE_DIGITS = /(?:^|[:,[\s])-?(?:[.\d]{16}|[.\d]+[eE])/;
/** A number without exponent of at most 15 significant digits survives the way through a float and back (IEEE 754 binary64). */
const IS_SHORT = /^-?[.\d]{1,15}$/;
const IS_SHORT_WITH_EXPONENT = /^-?[.\d]{1,15}[eE]/;

/** Deeper than any valid request needs, and shallow enough to walk a body recursively. */
const MAX_DEPTH = 64;

/** False for calls that receive keys or secrets, because the error quotes a part of the body. */
export const isFaultShown = ({ tag }: Pick<Declaration, 'tag'>): boolean => tag !== 'Sessions';

/** Parses a request body, which must be JSON in UTF-8; numbers keep every digit. Returns undefined for an empty body. */
export function parseBody(text: string, showsFault = true): unknown {
  if (text === '') return undefined;
  try {
    if (text.includes(REPLACEMENT)) throw new SyntaxError('it is not UTF-8, or contains U+FFFD');
    return parseExact(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch (error) {
    throw new ApiError('invalid_json', `The body is not valid JSON${showsFault ? `: ${faultOf(error)}` : ''}.`);
  }
}

const faultOf = (error: unknown): string =>
  error instanceof RangeError ? `it is nested more than ${MAX_DEPTH} deep` : (error as Error).message;

/** A JSON number kept as text, because a float might not hold it. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A parsed JSON number; `textOf` returns its exact value. */
export type ExactNumber = number | NumberText;

export const textOf = (value: ExactNumber): string => (typeof value === 'number' ? String(value) : value.text);

/** Parses like JSON.parse, but keeps every digit of a number and refuses deep nesting and duplicate members. */
export function parseExact(text: string): unknown {
  const value = MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  const members = membersOf(value);
  // Counting colons is cheaper than counting names, and usually gives the same number.
  if (members !== colonsIn(text) && members !== namesIn(text)) {
    throw new SyntaxError('an object has the same member twice');
  }
  return value;
}

/** The parsed value with floats for numbers; NaN for numbers that a float may not hold. */
export function withFloats(value: unknown): unknown {
  if (value instanceof NumberText) return /^-?\d+$/.test(value.text) ? safely(Number(value.text)) : Number.NaN;
  if (Array.isArray(value)) return value.map(withFloats);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFloats(member)]));
}

const safely = (value: number): number => (Number.isSafeInteger(value) ? value : Number.NaN);

/** The type that a schema describes, with exact numbers. */
export type ExactJson<Described> = Described extends number
  ? ExactNumber
  : Described extends object
    ? { readonly [Member in keyof Described]: ExactJson<Described[Member]> }
    : Described;

/** An exact decimal number for an answer. */
export const number = (decimalText: string): ExactNumber => new NumberText(decimalText);

/** How decimals are printed: as numbers, or as strings for clients whose JSON parser rounds. */
export type DecimalForm = 'number' | 'string';

/** Prints a decimal in the requested form. */
export type PrintNumber = (decimalText: string) => string;

/** Data of a frequent answer with its own code to print it, which is faster than `printExact`. */
export class Template {
  readonly #print: (number: PrintNumber) => string;

  constructor(print: (number: PrintNumber) => string) {
    this.#print = print;
  }

  print(form: DecimalForm): string {
    return this.#print(form === 'string' ? (text) => `"${text}"` : (text) => text);
  }
}

const printText = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const printed = new Map<string, string>();
const MAX_PRINTED = 10_000;

/** Prints an address as a JSON string; cached, since a few addresses are printed over and over. */
export function printAddress(text: string): string {
  const known = printed.get(text);
  if (known !== undefined) return known;
  if (printed.size >= MAX_PRINTED) printed.clear();
  const print = printText(text);
  printed.set(text, print);
  return print;
}

/** Prints like JSON.stringify, but decimals as their text. Member names come from our code and need no escaping. */
export function printExact(value: unknown, form: DecimalForm): string {
  if (typeof value === 'string') return printText(value);
  if (value instanceof Template) return value.print(form);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof NumberText) return form === 'string' ? `"${value.text}"` : value.text;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `,${printExact(item, form)}`;
    return `[${text.slice(1)}]`;
  }
  for (const name in value) {
    const member = value[name as never];
    if (member !== undefined) text += `,"${name}":${printExact(member, form)}`;
  }
  return `{${text.slice(1)}}`;
}

const keepDigits = (_key: string, value: unknown, { source }: { source: string }): unknown =>
  typeof value === 'number' && !isHeldByFloat(value, source) ? new NumberText(source) : value;

/** A number with an exponent stays a float only if it is a non-zero safe integer of at most 15 digits. */
const isHeldByFloat = (value: number, source: string): boolean =>
  IS_SHORT.test(source) || (value !== 0 && Number.isSafeInteger(value) && IS_SHORT_WITH_EXPONENT.test(source));

function membersOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return 0;
  if (depth === MAX_DEPTH) throw new RangeError('nested too deeply');
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersOf(item, depth + 1);
  else for (const name in value) members += 1 + membersOf(value[name as never], depth + 1);
  return members;
}

function colonsIn(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) colons += 1;
  return colons;
}

function namesIn(text: string): number {
  let names = 0;
  for (const [, colon] of text.matchAll(KEYS)) if (colon !== undefined) names += 1;
  return names;
}
