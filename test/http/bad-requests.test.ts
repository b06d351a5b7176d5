// Every bad request gets its exact answer, and all of them together change nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { audit } from '../../src/audit/audit.ts';
import { DECLARATIONS } from '../../src/contract/calls.ts';
import { BAD_REQUESTS } from './bad/all.ts';
import { type Answer, send, sendBytes } from './client.ts';
import { dumpState } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let before: ReturnType<typeof dumpState>;

beforeAll(async () => {
  server = await startServer({ people: { signUp: 'open' } });
  await openMarket(server);
  const body = { account: 'local', token: 'corn', amount: 1, reference: 'used' };
  await send(server, { path: '/deposit', body, headers: { 'idempotency-key': 'used' } });
  before = dumpState(server.path);
});

afterAll(() => server.close());

describe('each bad request gets its status, its code and its message, and nothing else', () => {
  test.each(BAD_REQUESTS)('%s', async (_name, request, status, code, message) => {
    const answer = await (typeof request === 'string' ? sendBytes(server, request) : send(server, request));
    expect(answer).not.toBeNull();
    const { headers, text } = answer as Answer;
    expect([answer?.status, headers.get('error-code')]).toEqual([status, code]);
    const body = JSON.parse(text);
    expect(body).toEqual({ error: message instanceof RegExp ? expect.stringMatching(message) : message });
    expect(text).toBe(JSON.stringify({ error: body.error }));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

type Described = {
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
};

const exampleOf = ({ examples, required = [], properties = {} }: Described): unknown =>
  examples?.[0] ?? Object.fromEntries(required.map((field) => [field, exampleOf(properties[field] as Described)]));

type CallName = keyof typeof DECLARATIONS;

/** Every field that a call needs, with examples of the others. */
const NEEDED = CALLS.filter(({ name }) => DECLARATIONS[name as CallName].venue !== 'ton').flatMap(
  ({ name, method }) => {
    const { required = [], properties = {} } = DECLARATIONS[name as CallName].input as unknown as Described;
    const given = required.map((field) => [field, exampleOf(properties[field] as Described)] as const);
    return required.map((field) => ({ name, method, field, rest: given.filter(([other]) => other !== field) }));
  },
);

test.each(NEEDED)('$name without $field says that it is missing', async ({ name, method, field, rest }) => {
  const query = new URLSearchParams(rest.map(([other, example]) => [other, String(example)]));
  const request =
    method === 'GET' ? { path: `/${name}?${query}` } : { path: `/${name}`, body: Object.fromEntries(rest) };
  const { status, text } = await send(server, request);
  expect([status, JSON.parse(text)]).toEqual([400, { error: `${field} is missing.` }]);
});

test.each([
  ['/createSwap', 'GET', 'POST'],
  ['/getRouterData', 'POST', 'GET, HEAD'],
  ['/refundLiquidity', 'PATCH', 'GET, POST'],
  ['/livez', 'DELETE', 'GET, HEAD'],
])('%s by %s is answered 405 with the allowed methods', async (path, method, allow) => {
  const answer = await send(server, { path, method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});

test('HEAD of refundLiquidity, whose GET changes state, is answered 405', async () => {
  const answer = await send(server, { path: '/refundLiquidity?jetton0=apple&jetton1=bread', method: 'HEAD' });
  expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([405, 'GET, POST', '']);
});

test('the table of bad requests has a row for every call, no name twice, and at least 80 rows', () => {
  const paths = BAD_REQUESTS.map(([, request]) =>
    typeof request === 'string' ? '' : request.path.replace(/\?.*/, ''),
  );
  for (const { name } of CALLS) expect(paths).toContain(`/${name}`);
  expect(new Set(BAD_REQUESTS.map(([name]) => name)).size).toBe(BAD_REQUESTS.length);
  expect(BAD_REQUESTS.length).toBeGreaterThanOrEqual(80);
});

test('all bad requests together changed nothing in any table, and the audit passes', async () => {
  expect(before.journal).toHaveLength(9);
  expect(dumpState(server.path)).toEqual(before);
  expect((await audit(server.store, () => {})).transactions).toBe(9);
});
