// Fetching images from real servers, most of which misbehave. Costs 1 s.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts';
import { imageFetcher } from './fetch.ts';

const NEVER_RESOLVED = async () => {
  throw new Error('no name is looked up');
};
const guarded = imageFetcher({ allow: [], resolve: NEVER_RESOLVED });
const allowed = imageFetcher({ allow: ['127.0.0.1'], resolve: NEVER_RESOLVED });
const failed = (failure: string, isUnreachable = false) => ({ failure, isUnreachable });
const NOT_PUBLIC = 'must resolve, and only to public addresses';
const PLAIN = 'must start with https:// and must not name a port';

let server: Receiver;
beforeEach(async () => {
  server = await startReceiver();
});
afterEach(() => server.close());

const answer = (...answers: Receiver['answers']) => server.answers.push(...answers);
const redirect = (location: string, code = 302) => status(code, { location });

describe('an address inside the network', () => {
  test.each([
    ['https://127.0.0.1/a.png', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['https://[::1]/a.png', NOT_PUBLIC],
    ['https://[::ffff:127.0.0.1]/a.png', NOT_PUBLIC],
    ['https://2130706433/a.png', NOT_PUBLIC],
    ['http://93.184.215.14/a.png', PLAIN],
    ['https://93.184.215.14:8443/a.png', PLAIN],
    ['https://user@93.184.215.14/a.png', 'must not contain a user name or password'],
  ])('is not asked: %s', async (url, why) => {
    expect(await guarded(url)).toEqual(failed(`the URL ${why}`, true));
  });

  test('is not requested through a name that resolves to it, alone or among others', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.1']) {
      const resolve = async () => [
        { address: '93.184.215.14', family: 4 },
        { address, family: 4 },
      ];
      expect(await imageFetcher({ allow: [], resolve })('https://logos.test/a.png')).toEqual(
        failed(`the URL ${NOT_PUBLIC}`, true),
      );
    }
  });

  test.each([
    ['https://127.0.0.2/', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['//169.254.169.254/', PLAIN],
    ['http://169.254.169.254/', PLAIN],
    ['https://inside.test/', NOT_PUBLIC],
    ['file:///etc/passwd', 'must be a URL that starts with https://'],
    ['ipfs://Qm', 'is an ipfs:// address, which cannot be fetched; use the https URL of a gateway'],
    ['data:image/png;base64,AAAA', 'is a data: URL, which is not fetched; upload the image instead'],
  ])('is not requested through a redirect, the first or the last: %s', async (location, why) => {
    answer(redirect(location));
    expect(await allowed(server.url)).toEqual(failed(`the URL that it redirects to ${why}`));
    answer(redirect('/b'), redirect('/c', 308), redirect(location, 307));
    expect(await allowed(server.url)).toEqual(failed(`the URL that it redirects to ${why}`));
    expect(server.received).toHaveLength(4);
  });
});

test.each([
  ['ipfs://Qm/a.png', 'the URL is an ipfs:// address, which cannot be fetched; use the https URL of a gateway'],
  ['data:image/png;base64,AAAA', 'the URL is a data: URL, which is not fetched; upload the image instead'],
  ['javascript:1', 'the URL must be a URL that starts with https://'],
  ['nothing', 'the URL must be a URL that starts with https://'],
])('not fetched: %s', async (url, why) => {
  expect(await guarded(url)).toMatchObject({ failure: why });
});

describe('a response', () => {
  test('is read whole, after at most three redirects, regardless of its type and fragment', async () => {
    const bytes = Buffer.alloc(1024 * 1024, 7);
    const hops = [redirect('/b'), redirect(`${server.url}#x`, 301), redirect('?c', 303)];
    answer(...hops, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes));
    const fetched = await allowed(`${server.url}#top`);
    expect('bytes' in fetched && fetched.bytes.equals(bytes)).toBe(true);
    answer(...hops, redirect('/d'));
    expect(await allowed(server.url)).toEqual(failed('it redirects more than 3 times'));
    expect(server.received).toHaveLength(8);
    expect(server.received[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' });
    expect(server.received[0]?.headers).not.toHaveProperty('cookie');
  });

  test.each([204, 206, 304, 404, 500])('with status %d is refused', async (code) => {
    answer(status(code));
    expect(await allowed(server.url)).toEqual(failed(`the response had status ${code}`));
  });

  test('that never ends is cut after 1 MB, whatever length it announced', async () => {
    let closed: Promise<unknown> | undefined;
    answer((response) => {
      closed = once(response, 'close');
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await allowed(server.url)).toEqual(failed('the response is larger than 1 MB'));
    await closed;
    answer((response) => response.writeHead(200, { 'content-length': 9 }).write('abc', () => response.destroy()));
    expect(await allowed(server.url)).toMatchObject({ isUnreachable: true });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['before it begins', () => {}],
    ['while it drips', (response) => void dripOn(response.writeHead(200))],
  ])('is cut when the time is over: %s', async (_, stall) => {
    let closed: Promise<unknown> | undefined;
    answer((response) => {
      closed = once(response, 'close');
      stall(response);
    });
    const fetchImage = imageFetcher({ allow: ['127.0.0.1'], timeoutMs: 150 });
    expect(await fetchImage(server.url)).toEqual(failed('no complete response within 0.15 s', true));
    await closed;
  });

  test('so is a name lookup without an answer', async () => {
    const fetchImage = imageFetcher({ allow: [], resolve: () => new Promise(() => {}), timeoutMs: 50 });
    expect(await fetchImage('https://logos.test/')).toEqual(failed('no complete response within 0.05 s', true));
  });
});

function dripOn(response: ServerResponse): void {
  const drip = setInterval(() => response.write('x'), 10);
  response.on('close', () => clearInterval(drip));
}
