// The type of a setting, and parsers that several groups of settings share.
import { PPM, type Ppm } from '../../core/amount.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';

/** Parses the text of a setting; `said` is the flag or environment variable that the text comes from. */
export type Read<T> = (text: string, said: string) => T;

export type Setting<T> = {
  readonly help: string;
  readonly value: string;
  readonly fallback: string;
  readonly read: Read<T>;
};

/** `value` is the placeholder for the value in the help text, such as NUMBER. */
export const setting = <T>(value: string, fallback: string, help: string, read: Read<T>): Setting<T> => ({
  value,
  fallback,
  help,
  read,
});

export const number = (value: string, fallback: string, [min, max]: readonly [number, number], help: string) =>
  setting(value, fallback, help, wholeNumber(min, max));

export const choice = <const Choice extends string>(
  value: string,
  fallback: Choice,
  choices: readonly Choice[],
  help: string,
) => setting(value, fallback, help, oneOf(...choices));

export const fraction = (fallback: string, help: string) => setting('FRACTION', fallback, help, partsPerMillion);

export function fault(message: string): never {
  throw new Error(message);
}

export const anyText = (text: string): string => text;

/** Makes a parser return null for an empty text. */
export const optional =
  <T>(read: (text: string) => T) =>
  (text: string): T | null =>
    text === '' ? null : read(text);

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => choices.find((choice) => choice === text) ?? fault(`must be ${choices.join(' or ')}`);
}

function partsPerMillion(text: string): Ppm {
  const value = parseDecimal(text, 6, PPM);
  return typeof value === 'bigint'
    ? (value as Ppm)
    : fault('must be a fraction from 0 to 1 with at most 6 decimal places');
}

export const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
