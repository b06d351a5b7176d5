// A bad request and its exact answer.
import type { Request } from '../client.ts';

/** The request is one for fetch, or raw bytes that fetch would not send. */
export type Row = readonly [
  name: string,
  request: Request | string,
  status: number,
  code: string,
  message: string | RegExp,
];

/** 2^120 − 1, the largest amount in base units. */
export const MAX = '1329227995784915872903807060280344575';

export const NAME = 'must be 1 to 128 printable characters without spaces.';
export const unseen = (codePoint: string) => `contains ${codePoint}, an invisible character.`;
export const NOT_UTF8 = 'The body is not valid JSON: it is not UTF-8, or contains U+FFFD.';
export const NONESUCH =
  'Token nonesuch is not listed here; getRouterData lists the supported tokens and their addresses.';
export const SAME = 'Both tokens are APPLE; a pair needs two different tokens.';
export const NO_POOL = 'There is no pool of BREAD and CORN; getPools lists the pools.';
export const JSON_OBJECT = 'The body must be a JSON object.';
export const MEDIA_TYPE = 'Send the body as JSON, with the header Content-Type: application/json.';

/** The message of Node's own JSON parser, which may change between versions. */
export function notJson(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return `The body is not valid JSON: ${message.replaceAll('\ufeff', '\\u{feff}')}.`;
  }
  throw new Error(`this is JSON: ${text}`);
}
