// Fetches a URL of another server: from public addresses only, bounded in time, size and redirects. The content is checked when it is decoded.
import type { IncomingMessage } from 'node:http';
import { AddressGuard, type GuardOptions, type Target } from '../webhooks/address-guard.ts';
import { send, wordsFor } from '../webhooks/request.ts';
import { MAX_INPUT_BYTES } from './draw.ts';

export type Fetched =
  | { readonly bytes: Buffer }
  /** `isUnreachable` if another URL of the same server would hardly work either. */
  | { readonly failure: string; readonly isUnreachable: boolean };

export type FetchImage = (url: string) => Promise<Fetched>;

export type FetchOptions = GuardOptions & { readonly timeoutMs?: number };

/** For everything: name lookups, redirects and every byte. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const HEADERS = { accept: 'image/webp, image/png, image/jpeg', 'accept-encoding': 'identity' };

export function imageFetcher({ timeoutMs = TIMEOUT_MS, ...options }: FetchOptions): FetchImage {
  const guard = new AddressGuard(options);
  return async (url) => {
    const cut = new AbortController();
    const late = setTimeout(() => cut.abort(), timeoutMs);
    try {
      return await follow(url, guard, cut.signal);
    } catch (error) {
      const failure = cut.signal.aborted
        ? `no complete response within ${timeoutMs / 1000} s`
        : wordsFor(error as NodeJS.ErrnoException);
      return { failure, isUnreachable: true };
    } finally {
      clearTimeout(late);
      // Closes the connection if anything is left unread.
      cut.abort();
    }
  };
}

/** Every redirect is checked like the first URL. */
async function follow(text: string, guard: AddressGuard, signal: AbortSignal): Promise<Fetched> {
  let next = text;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const where = hops === 0 ? 'the URL' : 'the URL that it redirects to';
    const unfit = UNFIT[URL.parse(next)?.protocol ?? ''];
    if (unfit !== undefined) return failed(`${where} ${unfit}`);
    const found = await Promise.race([guard.find(withoutFragment(next)), aborted(signal)]);
    if ('refused' in found) return failed(`${where} ${found.refused}`, hops === 0);
    const response = await send({ method: 'GET', headers: HEADERS, signal }, found);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return await read(response);
    response.destroy();
    const to = REDIRECTS.includes(status) && headers.location !== undefined && resolved(headers.location, found);
    if (!to) return failed(`the response had status ${status}`);
    next = to;
  }
  return failed(`it redirects more than ${MAX_REDIRECTS} times`);
}

/** Keeps no more than the limit in memory, whatever length is announced. */
async function read(response: IncomingMessage): Promise<Fetched> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    // Leaving the loop closes the connection.
    if (length > MAX_INPUT_BYTES) return failed('the response is larger than 1 MB');
    chunks.push(chunk as Buffer);
  }
  return { bytes: Buffer.concat(chunks) };
}

const UNFIT: Readonly<Record<string, string>> = {
  'ipfs:': 'is an ipfs:// address, which cannot be fetched; use the https URL of a gateway',
  'data:': 'is a data: URL, which is not fetched; upload the image instead',
};

const failed = (failure: string, isUnreachable = false): Fetched => ({ failure, isUnreachable });

/** A fragment is not sent anyway. */
const withoutFragment = (text: string): string => text.replace(/#.*$/s, '');

const resolved = (location: string, { url }: Target): string => URL.parse(location, url)?.href ?? location;

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
