// A proof is for one site: another site that obtained one cannot sign in here with it, whatever Host its request names.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { Challenges } from '../../../src/access/people/challenges.ts';
import type { Venue } from '../../../src/ports/venue.ts';
import { PROOF_MS } from '../../../src/ton/proof/check.ts';
import { WalletSignIn } from '../../../src/ton/proof/sign-in.ts';
import { type Server, type ServerOptions, startServer } from '../../http/server.ts';
import { proofOf, WALLETS } from './signer.ts';

/** One server for each set of options. */
const servers = new Map<object, Server>();
afterAll(() => Promise.all(servers.values().map((server) => server.close())));

/** Starts a server with sign-in by wallets, on a venue without other chain features. */
async function start(options: ServerOptions): Promise<Server> {
  const known = servers.get(options);
  if (known) return known;
  const signIns = () => new WalletSignIn({ payloads: new Challenges(server.store.sideRecords, PROOF_MS) });
  const wrapVenue = (venue: Venue) =>
    new Proxy(venue, {
      get(target, name) {
        if (name === 'wallets') return { signIns: signIns() };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const server: Server = await startServer({ auth: 'keys', wrapVenue, people: { signUp: 'open' }, ...options });
  servers.set(options, server);
  return server;
}

/** The answer to a request with this Host header. */
async function ask({ port }: Server, host: string, path: string, body?: object) {
  const headers = { host, ...(body && { 'content-type': 'application/json' }) };
  const sent = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { data } = JSON.parse(Buffer.concat(chunks).toString());
  return { code: response.statusCode === 200 ? 'ok' : response.headers['error-code'], data };
}

const PUBLIC = { publicUrl: 'https://pond.example', allowedHosts: null };
const NAMED = { publicUrl: null, allowedHosts: new Set(['pond.example']) };
const NEITHER = { publicUrl: null, allowedHosts: null };

test.each<[string, Pick<ServerOptions, 'publicUrl' | 'allowedHosts'>, host: string, domain: string, code: string]>([
  ['PUBLIC_URL', PUBLIC, 'pond.example', 'pond.example', 'ok'],
  ['PUBLIC_URL behind a proxy', PUBLIC, '10.0.0.7:8080', 'pond.example', 'ok'],
  ['PUBLIC_URL', PUBLIC, 'pond.example', 'evil.example', 'proof_refused'],
  ['PUBLIC_URL', PUBLIC, 'evil.example', 'evil.example', 'proof_refused'],
  ['ALLOWED_HOSTS', NAMED, 'pond.example', 'pond.example', 'ok'],
  ['ALLOWED_HOSTS', NAMED, 'pond.example', 'evil.example', 'proof_refused'],
  ['ALLOWED_HOSTS', NAMED, 'evil.example', 'evil.example', 'host_not_allowed'],
  ['neither setting', NEITHER, 'evil.example', 'evil.example', 'proof_refused'],
])('with %s (%o), a request to %s with a proof for %s is answered: %s', async (_, options, host, domain, code) => {
  const server = await start(options);
  const known = options === NAMED ? 'pond.example' : host;
  const { payload } = (await ask(server, known, '/tonProofPayload')).data;
  const timestamp = Math.floor(Date.now() / 1000);
  const proof = proofOf(WALLETS.v5r1, { payload, domain, timestamp });
  const answer = await ask(server, host, '/tonProof', proof);
  expect(answer.code).toBe(code);
  if (code === 'ok') expect(answer.data).toMatchObject({ account: WALLETS.v5r1.address.toString(), role: 'trader' });
});
