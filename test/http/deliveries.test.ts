// Webhook deliveries and redelivery: the same message again, for its owner and operators only.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { exact, send } from './client.ts';
import { until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

type Received = { readonly id: string; readonly signature: string; readonly body: string };

let server: Server;
let operator: string;
let alice: string;
let bob: string;
const received: Received[] = [];
let status = 204;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const { 'webhook-id': id, 'webhook-signature': signature } = request.headers;
    received.push({ id: String(id), signature: String(signature), body });
    response.writeHead(status).end();
  });
});

const makeKey = async (account: string, role: Role = 'trader') =>
  (await createKey(server.store, { account: account as Account, role }, 0)).key;
const ask = (path: string, key: string, body?: object) =>
  send(server, { path, headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });
const codeOf = async (path: string, key: string, body?: object) => {
  const answer = await ask(path, key, body);
  return answer.status === 200 ? 'ok' : answer.headers.get('error-code');
};

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  server = await startServer({ auth: 'keys' });
  [operator, alice, bob] = [await makeKey('local', 'operator'), await makeKey('alice'), await makeKey('bob')];
  await openMarket(server, { authorization: `Bearer ${operator}` });
});
afterAll(async () => {
  await server.close();
  receiver.close();
});

test('the owner of a webhook and operators see deliveries with their results and can redeliver the same message; others cannot', async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { id } = exact(await ask('/createWebhook', alice, { url, after: 0 })).data;
  const deliveries = async (key = alice) => exact(await ask(`/getDeliveries?id=${id}`, key)).data.deliveries;
  await until(async () => expect(await deliveries()).not.toEqual([]));
  const [sent] = await deliveries();
  expect(sent).toMatchObject({ messageId: received[0]?.id, status: '204', failure: '', redelivered: false });
  const again = { id, messageId: sent.messageId };
  status = 500;
  expect(exact(await ask('/redeliverWebhook', alice, again)).data).toMatchObject({ delivered: false, status: '500' });
  status = 204;
  expect(exact(await ask('/redeliverWebhook', operator, again)).data).toMatchObject({ delivered: true, status: '204' });
  const same = received.filter((one) => one.id === sent.messageId);
  expect(new Set(same.map(({ body }) => body)).size).toBe(1);
  expect(same.length).toBeGreaterThanOrEqual(3);
  const listed = (await deliveries(operator)).filter(({ redelivered }: { redelivered: boolean }) => redelivered);
  expect(listed.map((one: { status: string }) => one.status)).toEqual(['204', '500']);
  expect(exact(await ask('/getWebhooks', alice)).data.webhooks[0]).toMatchObject({ state: 'active', attempts: '0' });

  const none = { id: `hook_${'0'.repeat(24)}`, messageId: sent.messageId };
  expect(await codeOf(`/getDeliveries?id=${id}`, bob)).toBe('not_found');
  expect(await codeOf(`/getDeliveries?id=${none.id}`, bob)).toBe('not_found');
  expect(await codeOf('/redeliverWebhook', bob, again)).toBe('not_found');
  expect(await codeOf('/redeliverWebhook', alice, { id, messageId: 'other' })).toBe('not_found');
  const reader = { account: 'alice' as Account, role: 'trader', restrictions: { scopes: ['read'] } } as const;
  const { key } = await createKey(server.store, reader, 0);
  expect(await codeOf(`/getDeliveries?id=${id}`, key)).toBe('ok');
  expect(await codeOf('/redeliverWebhook', key, again)).toBe('scope_missing');
});
