// One webhook request to a real receiver, which mostly misbehaves.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CERTIFICATE } from '../../test/webhooks/certificate.ts';
import { type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts';
import { AddressGuard } from './address-guard.ts';
import { type PostOutcome, post } from './post.ts';

const guard = new AddressGuard({ allow: ['127.0.0.0/8'] });
const NEVER = new AbortController().signal;
const [TIMEOUT_MS, HOUR] = [15_000, 3_600_000];
const asked = (url: string, signal = NEVER) => ({ url, headers: { 'webhook-id': 'a' }, body: '{"größe":1}', signal });
const failed = (reason: string, code: number | null = null, slowDownMs = 0) => ({
  kind: 'failed',
  status: code,
  reason,
  slowDownMs,
});

let receiver: Receiver;
// The timeout of a request is by this clock; the connections themselves take as long as they take.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  receiver = await startReceiver();
});
afterEach(() => {
  vi.useRealTimers();
  return receiver.close();
});

/** The outcome of a request whose timeout passes once `isDue`; not a millisecond earlier. */
async function lateOutcome(outcome: Promise<PostOutcome>, isDue: Promise<unknown>): Promise<PostOutcome> {
  await isDue;
  let isSettled = false;
  void outcome.then(() => {
    isSettled = true;
  });
  vi.advanceTimersByTime(TIMEOUT_MS - 1);
  await turn();
  expect(isSettled).toBe(false);
  vi.advanceTimersByTime(1);
  return outcome;
}

/** Resolves once the sender has the headers of a response. */
const headersArrive = () =>
  new Promise<void>((resolve) => {
    const arrived = () => {
      unsubscribe('http.client.response.finish', arrived);
      resolve();
    };
    subscribe('http.client.response.finish', arrived);
  });

describe('a request', () => {
  test('is sent with its headers and its whole body, and is delivered if the status is any 2xx', async () => {
    for (const code of [200, 201, 204, 299]) {
      receiver.answers.push(status(code));
      expect(await post(asked(receiver.url), guard)).toEqual({ kind: 'delivered', status: code });
    }
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(body).toBe('{"größe":1}');
    expect(headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'webhook-id': 'a',
      'content-type': 'application/json',
      'content-length': '13',
    });
  });

  test.each([
    [301, 'the response had status 301; redirects are not followed'],
    [307, 'the response had status 307; redirects are not followed'],
    [308, 'the response had status 308; redirects are not followed'],
    [400, 'the response had status 400'],
    [410, 'the response had status 410'],
    [500, 'the response had status 500'],
  ])('that is answered with %d has failed, and no redirect is followed', async (code, reason) => {
    receiver.answers.push(status(code, { location: receiver.url }));
    expect(await post(asked(receiver.url), guard)).toEqual(failed(reason, code));
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    [429, undefined, 60_000],
    [502, undefined, 60_000],
    [504, 'soon', 60_000],
    [503, '120', 120_000],
    [500, '7', 7000],
    [429, '1', 60_000],
    [429, '99999999999999999999999', 24 * HOUR],
    [500, '-5', 0],
    [503, 'Fri, 31 Dec 2999 23:59:59 GMT', 24 * HOUR],
    [500, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('that is answered with %d and Retry-After %s asks to wait %d ms', async (code, retryAfter, slowDownMs) => {
    receiver.answers.push(status(code, retryAfter === undefined ? {} : { 'retry-after': retryAfter }));
    expect(await post(asked(receiver.url), guard)).toMatchObject({ kind: 'failed', status: code, slowDownMs });
  });

  test('ends if the response body never does: once it is too large, or at the timeout', async () => {
    const closed: Promise<unknown>[] = [];
    receiver.answers.push((response) => {
      closed.push(once(response, 'close'));
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await post(asked(receiver.url), guard)).toEqual({ kind: 'delivered', status: 200 });
    receiver.answers.push((response) => {
      closed.push(once(response, 'close'));
      const drip = setInterval(() => response.write('x'), 5);
      response.writeHead(500).on('close', () => clearInterval(drip));
    });
    const arrived = headersArrive();
    const outcome = await lateOutcome(post(asked(receiver.url), guard), arrived);
    expect(outcome).toEqual(failed('the response had status 500', 500));
    await Promise.all(closed);
  });

  test('fails if the receiver hangs, drips its headers, disconnects or does not speak HTTP, but not if a 2xx body breaks off', async () => {
    const silent = new Promise<void>((reached) => void receiver.answers.push(() => reached()));
    expect(await lateOutcome(post(asked(receiver.url), guard), silent)).toEqual(failed('no response within 15 s'));
    const dripping = new Promise<void>((dripped) =>
      receiver.answers.push((response) => {
        const drip = setInterval(
          () => response.socket?.write('HTTP/1.1 200 OK'.at(drops++) ?? '!', () => dripped()),
          5,
        );
        response.on('close', () => clearInterval(drip));
      }),
    );
    let drops = 0;
    expect(await lateOutcome(post(asked(receiver.url), guard), dripping)).toEqual(failed('no response within 15 s'));
    receiver.answers.push((response) => response.socket?.destroy());
    expect(await post(asked(receiver.url), guard)).toEqual(failed('the connection was closed before a response'));
    receiver.answers.push((response) => response.socket?.end('220 smtp ready\r\n\r\n'));
    expect(await post(asked(receiver.url), guard)).toEqual(failed('the response is not HTTP'));
    receiver.answers.push((response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: tcp\r\n\r\nhello'),
    );
    expect((await post(asked(receiver.url), guard)).kind).toBe('failed');
    receiver.answers.push((response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nbroken'));
    expect(await post(asked(receiver.url), guard)).toEqual({ kind: 'delivered', status: 200 });
  });

  test('fails if nothing listens on the port', async () => {
    const nobody = createServer();
    await once(nobody.listen(0, '127.0.0.1'), 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    expect(await post(asked(`http://127.0.0.1:${port}/`), guard)).toEqual(failed('the connection was refused'));
  });

  test('can be aborted before it is sent, while the name is looked up, and while it waits for the response', async () => {
    const now = AbortSignal.abort();
    expect(await post(asked(receiver.url, now), guard)).toEqual({ kind: 'aborted' });
    expect(receiver.received).toHaveLength(0);
    const aborter = new AbortController();
    const silent = new AddressGuard({ allow: [], resolve: () => new Promise(() => aborter.abort()) });
    expect(await post(asked('https://a.example/', aborter.signal), silent)).toEqual({ kind: 'aborted' });
    const other = new AbortController();
    receiver.answers.push(() => other.abort());
    expect(await post(asked(receiver.url, other.signal), guard)).toEqual({ kind: 'aborted' });
  });

  test('fails at the timeout if the lookup of the name never ends', async () => {
    const looked = Promise.withResolvers<void>();
    const resolve = () => new Promise<never>(() => looked.resolve());
    const outcome = post(asked('https://a.example/'), new AddressGuard({ allow: [], resolve }));
    expect(await lateOutcome(outcome, looked.promise)).toEqual(failed('no response within 15 s'));
  });
});

describe('a name that changes its address', () => {
  test('is resolved once per request, and refused when it resolves to an address that is not public', async () => {
    const said: string[] = [];
    const answers = ['1.2.3.4', '127.0.0.1'];
    const resolve = async () => {
      const address = answers.shift() ?? '127.0.0.1';
      said.push(address);
      return [{ address, family: 4 }];
    };
    const strict = new AddressGuard({ allow: [], resolve });
    const found = await strict.find('https://a.example/');
    const connectTo = await new Promise((done) => {
      if ('lookup' in found) found.lookup('a.example', { all: true }, (_error, addresses) => done(addresses));
    });
    expect(connectTo).toEqual([{ address: '1.2.3.4', family: 4 }]);
    expect(said).toEqual(['1.2.3.4']);
    expect(await post(asked(`http://a.example:${receiver.port}/`), strict)).toMatchObject({
      reason: 'the URL must start with https:// and must not name a port',
    });
    expect(await post(asked('https://a.example/'), strict)).toMatchObject({
      reason: 'the URL must resolve, and only to public addresses',
    });
    expect(receiver.received).toHaveLength(0);
  });

  test('is connected to at the address that was checked, and checked again for the next request', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const resolve = async () => [{ address: addresses.shift() ?? '', family: 4 }];
    const once = new AddressGuard({ allow: ['127.0.0.1'], resolve });
    const url = `http://a.example:${receiver.port}/`;
    expect(await post(asked(url), once)).toEqual({ kind: 'delivered', status: 204 });
    expect(receiver.received[0]?.headers).toMatchObject({ host: `a.example:${receiver.port}` });
    expect((await post(asked(url), once)).kind).toBe('failed');
  });
});

describe('TLS', () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const named = new AddressGuard({ allow: ['127.0.0.0/8'], resolve });
  const trusted = getCACertificates('default');
  let secure: Receiver;
  beforeAll(async () => {
    secure = await startReceiver('https');
  });
  afterAll(() => secure.close());
  afterEach(() => setDefaultCACertificates(trusted));

  test('fails if the certificate is untrusted or of another host, or if the receiver does not speak TLS', async () => {
    expect(await post(asked(`https://hooks.test:${secure.port}/`), named)).toEqual(
      failed('the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
    );
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    expect(await post(asked(`https://other.test:${secure.port}/`), named)).toEqual(
      failed('the certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)'),
    );
    expect(await post(asked(`https://hooks.test:${receiver.port}/`), named)).toEqual(
      failed('the TLS handshake failed'),
    );
    expect(secure.received).toHaveLength(0);
    expect(await post(asked(`https://hooks.test:${secure.port}/`), named)).toEqual({ kind: 'delivered', status: 204 });
  });
});
