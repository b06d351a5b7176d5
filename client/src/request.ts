// Builds the HTTP request of a call.
import { type Calls, WAYS } from './api.ts';

export type CallName = keyof Calls;

export type Request = {
  readonly call: CallName;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  readonly idempotencyKey: string | null;
};

export function requestOf(
  url: string,
  call: CallName | 'events',
  input: object,
  idempotencyKey: string | null = null,
): Request {
  const path = `${url.replace(/\/+$/, '')}/${call}`;
  const known = { call: call as CallName, idempotencyKey };
  if ((WAYS[known.call] ?? 'get') !== 'get')
    return { ...known, method: 'POST', url: path, body: JSON.stringify(input) };
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    // A list becomes one parameter for each of its items.
    fields.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  );
  return { ...known, method: 'GET', url: fields.length > 0 ? `${path}?${query}` : path, body: null };
}

/** True for changes that take an Idempotency-Key, and so are made once however often they are sent. */
export const takesKey = (call: CallName): boolean => WAYS[call] === 'key';

export const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { Authorization: `Bearer ${key}` };

/** crypto.randomUUID is missing on pages served over plain http. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
