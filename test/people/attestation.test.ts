// Hostile new passkeys: none makes the server access the network, or uses up a sign-up of its address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact, send } from '../http/client.ts';
import { type Server, startServer } from '../http/server.ts';
import { fetching, selfAttested } from './attestations.ts';
import { Authenticator } from './authenticator.ts';

const HERE = { origin: 'https://pond.example', rpId: 'pond.example' };
const PER_ADDRESS = 2;

let server: Server;
let fetched = 0;
/** A URL that the server must not fetch although a certificate names it. */
const elsewhere = createServer((_request, response) => {
  fetched += 1;
  response.end('x'.repeat(1000));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  server = await startServer({
    auth: 'keys',
    publicUrl: HERE.origin,
    allowedHosts: null,
    people: { signUp: 'open', signUpsPerAddress: PER_ADDRESS },
  });
});
afterAll(async () => {
  await server.close();
  elsewhere.close();
});

async function signUp(name: string, attest?: Parameters<Authenticator['create']>[1]) {
  const begun = exact(await send(server, { path: '/beginSignUp', body: { name } }));
  const { challenge } = begun.data.options as { challenge: string };
  const passkey = new Authenticator().create({ challenge, ...HERE }, attest);
  return send(server, { path: '/finishSignUp', body: { name, passkey } });
}

test('a passkey with certificates is refused before a URL in them is fetched, and does not count as a sign-up', async () => {
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/list.crl`;
  for (const format of ['android-key', 'packed', 'fido-u2f', 'none']) {
    const { status, headers, text } = await signUp(`thief-${format}`, fetching(url, format));
    expect([format, status, headers.get('error-code')]).toEqual([format, 422, 'passkey_refused']);
    expect(text).toContain(`its attestation (${format}) is not accepted`);
  }
  expect(fetched).toBe(0);
  exact(await signUp('honest', selfAttested));
  exact(await signUp('another'));
  const { status, headers } = await signUp('onemore');
  expect([status, headers.get('error-code')]).toEqual([429, 'used_up_today']);
});
