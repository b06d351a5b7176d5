// Which requests that change something are refused because a browser sends them for another page, or without anybody having asked.
import { describe, expect, test } from 'vitest';
import { checkOrigin } from './origin.ts';
import type { HttpRequest } from './request.ts';

const HOST = 'pond.example:8080';
const refusalOf = (headers: Record<string, string>, method = 'POST'): string => {
  try {
    checkOrigin({ method, headers: { host: HOST, ...headers } } as unknown as HttpRequest);
    return 'admitted';
  } catch (error) {
    return (error as Error).message;
  }
};
const FOREIGN = 'Pages of other sites may not make changes here.';
const FOLLOWED = 'This call changes state and cannot be opened as a page.';
const PREFETCHED = 'This call changes state and cannot be prefetched.';
const BROWSER = { 'user-agent': 'Mozilla/5.0' };

describe('the page that sends the request', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'admitted'],
    [{ 'sec-fetch-site': 'same-origin' }, 'admitted'],
    [{ 'sec-fetch-site': 'none' }, 'admitted'],
    [{ 'sec-fetch-site': 'same-site' }, FOREIGN],
    [{ 'sec-fetch-site': 'cross-site' }, FOREIGN],
    [{ origin: `http://${HOST}` }, 'admitted'],
    [{ origin: 'http://pond.example' }, FOREIGN],
    [{ origin: 'https://evil.example' }, FOREIGN],
    [{ origin: `https://evil.example/${HOST}` }, FOREIGN],
    [{ origin: 'null' }, FOREIGN],
    // Over plain http, some browsers send the Referer alone.
    [{ referer: `http://${HOST}/swap` }, 'admitted'],
    [{ referer: `http://${HOST}` }, 'admitted'],
    [{ referer: 'http://evil.example/' }, FOREIGN],
    [{ referer: `http://evil.example/?${HOST}` }, FOREIGN],
    [{ referer: `http://${HOST}@evil.example/` }, FOREIGN],
    [{ origin: `http://${HOST}`, referer: 'http://evil.example/' }, FOREIGN],
    // What the browser says about the site itself counts first.
    [{ 'sec-fetch-site': 'same-origin', referer: 'http://evil.example/' }, 'admitted'],
  ])('%j: %s', (headers, expected) => expect(refusalOf(headers)).toBe(expected));
});

describe('a link, an image or a typed address', () => {
  test.each<[string, Record<string, string>, string]>([
    ['POST', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, FOLLOWED],
    ['GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, FOLLOWED],
    ['GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'admitted'],
    ['GET', { accept: 'text/html,*/*' }, FOLLOWED],
    ['GET', { accept: 'application/json' }, 'admitted'],
    ['GET', { 'upgrade-insecure-requests': '1' }, FOLLOWED],
    ['GET', BROWSER, FOLLOWED],
    ['GET', { ...BROWSER, referer: `http://${HOST}/` }, 'admitted'],
    ['GET', { ...BROWSER, authorization: 'Bearer k' }, 'admitted'],
    ['POST', { ...BROWSER, accept: 'text/html' }, 'admitted'],
  ])('%s %j: %s', (method, headers, expected) => expect(refusalOf(headers, method)).toBe(expected));
});

test.each([
  [{ 'sec-purpose': 'prefetch' }, PREFETCHED],
  [{ 'sec-purpose': 'prefetch;prerender' }, PREFETCHED],
  [{ purpose: 'prefetch' }, PREFETCHED],
  [{ purpose: 'payment' }, 'admitted'],
])('a prefetch by %j: %s', (headers, expected) => expect(refusalOf(headers as Record<string, string>)).toBe(expected));
