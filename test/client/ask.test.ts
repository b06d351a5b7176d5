// The client on a bad network: it retries while that is safe, and reports when an outcome is unknown.
import { afterEach, expect, test } from 'vitest';
import { connect, type MillpondError } from '../../client/src/client.ts';
import { cut, cutInBody, done, failed, hang, html, type Scripted, type Step, startScripted } from './scripted.ts';

const SWAP = { Pair: { tokenA: 'A', tokenB: 'B' }, amount: { tokenA: '10' } };
const DONE = { transactionId: 't-1', status: 'completed' };
const NOW = { 'Retry-After': '0' };

const servers: Scripted[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function started(...steps: Step[]) {
  const server = await startScripted(...steps);
  servers.push(server);
  const millpond = connect(`${server.url}/`, { key: 'k-1', backOffMs: 1, retries: 7 });
  return { ...server, millpond };
}

/** The error of a rejected call. */
const errorOf = async (asked: Promise<unknown>): Promise<MillpondError> => {
  const error = await asked.then(
    () => undefined,
    (cause) => cause,
  );
  expect(error).toMatchObject({ name: 'MillpondError' });
  return error;
};

test.each<[string, Step[], boolean[], requests: number, outcome: string]>([
  ['signs in', [failed(403, 'proof_needed'), done(DONE)], [true], 2, 'done'],
  ['signs in after a lost answer', [cut, failed(403, 'proof_needed'), done(DONE)], [true], 3, 'done'],
  ['does not', [failed(403, 'proof_needed'), done(DONE)], [false], 1, 'proof_needed'],
  ['signs in, in vain', [failed(403, 'proof_needed')], [true], 2, 'proof_needed'],
  ['cannot be asked', [failed(403, 'proof_needed'), done(DONE)], [], 1, 'proof_needed'],
])(
  'a change that needs a recent sign-in is sent again, unchanged, if the user %s',
  async (_, steps, proofs, requests, outcome) => {
    const { asked, url } = await started(...steps);
    const left = [...proofs];
    const onProofNeeded = proofs.length > 0 ? async () => left.shift() ?? false : undefined;
    const millpond = connect(url, { backOffMs: 1, onProofNeeded });
    const made = await millpond.createSwap(SWAP).then(
      () => 'done',
      ({ code }: MillpondError) => code,
    );
    expect([made, asked.length, left]).toEqual([outcome, requests, []]);
    const [first, ...others] = asked.map(({ body, headers }) => [body, headers['idempotency-key']]);
    for (const other of others) expect(other).toEqual(first);
  },
);

test('a change is retried with the same key until it is answered, and the next change has another key', async () => {
  const { millpond, asked } = await started(
    failed(429, 'rate_limited', NOW),
    failed(503, 'overloaded', NOW),
    html(502),
    html(503, NOW),
    cut,
    cutInBody(true),
    cutInBody(false),
    done(DONE),
  );
  const seen: unknown[] = [];
  const onRetry = (attempt: number, { code, status }: MillpondError) => seen.push([attempt, code, status]);
  const answers: unknown[] = [];
  const onAnswer = (answer: object) => answers.push(answer);
  expect(await millpond.createSwap(SWAP, { onRetry, onAnswer })).toEqual(DONE);
  expect(seen).toEqual([
    [2, 'rate_limited', 429],
    [3, 'overloaded', 503],
    [4, 'network', 502],
    [5, 'network', 503],
    [6, 'network', null],
    [7, 'network', null],
    [8, 'network', 200],
  ]);
  const [first, ...others] = asked;
  const key = first?.headers['idempotency-key'];
  expect(first).toMatchObject({
    method: 'POST',
    path: '/createSwap',
    body: JSON.stringify(SWAP),
    headers: {
      'idempotency-key': expect.stringMatching(/^[\da-f]{32}$/),
      amounts: 'string',
      authorization: 'Bearer k-1',
    },
  });
  expect(others.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
    Array(7).fill([key, JSON.stringify(SWAP)]),
  );
  expect(answers).toEqual([
    expect.objectContaining({ call: 'createSwap', status: 200, attempts: 8, idempotencyKey: key }),
  ]);
  await millpond.createSwap(SWAP);
  expect(asked.at(-1)?.headers['idempotency-key']).not.toBe(key);
});

test('reads are retried too, without a key', async () => {
  const { millpond, asked } = await started(cut, failed(503, 'catching_up', NOW), done({ tokens: [] }));
  expect(await millpond.getTokens({ limit: 10, cursor: undefined })).toEqual({ tokens: [] });
  expect(asked.map(({ path }) => path)).toEqual(Array(3).fill('/getTokens?limit=10'));
  expect(asked[0]?.headers).not.toHaveProperty('idempotency-key');
});

test.each([
  ['network', [cut]],
  ['outcome_unknown', [failed(503, 'outcome_unknown', NOW)]],
  ['network', [hang]],
  ['unauthorized', [cut, failed(401, 'unauthorized')]],
  ['rate_limited', [cut, failed(429, 'rate_limited', { 'Retry-After': '86400' })]],
  ['overloaded', [cut, failed(503, 'overloaded', NOW)]],
  ['internal_error', [failed(500, 'internal_error')]],
  ['unreadable', [html(200)]],
] as const)('the error of a change that may have been made says so and has its key: %s', async (code, steps) => {
  const { url } = await started(...steps);
  const timeoutMs = steps.some((step) => step === hang) ? 200 : undefined;
  const millpond = connect(url, { backOffMs: 1, retries: 2, timeoutMs });
  const error = await errorOf(millpond.createSwap(SWAP, { idempotencyKey: 'mine' }));
  expect(error).toMatchObject({ code, idempotencyKey: 'mine', mayHaveHappened: true, isRefusal: false });
  expect(error.message).toContain('may have been made');
});

test.each([
  ['below_minimum', [failed(422, 'below_minimum')], { status: 422, attempts: 1, isRefusal: true, requestId: 'r-1' }],
  ['below_minimum', [cut, failed(422, 'below_minimum')], { status: 422, attempts: 2, isRefusal: true }],
  ['invalid_amount', [failed(400, 'invalid_amount')], { message: 'It is invalid_amount.', isRefusal: true }],
  ['rate_limited', [failed(429, 'rate_limited')], { attempts: 1, retryAfterMs: null, isRefusal: true }],
  ['rate_limited', [failed(429, 'rate_limited', { 'Retry-After': '3600' })], { attempts: 1, retryAfterMs: 3_600_000 }],
  ['settlement_failed', [failed(422, 'settlement_failed', { 'Reason-Code': 'bounced' })], { reasonCode: 'bounced' }],
  ['overloaded', [failed(503, 'overloaded', NOW)], { attempts: 8, isRefusal: false }],
  ['unreadable', [failed(422, 'of_tomorrow')], { attempts: 1, serverCode: 'of_tomorrow', isRefusal: true }],
  ['unreadable', [html(404)], { attempts: 1, status: 404, isRefusal: false }],
] as const)('the error of a change that was not made says so and has its reason: %s', async (code, steps, more) => {
  const { millpond } = await started(...steps);
  expect(await errorOf(millpond.createSwap(SWAP))).toMatchObject({ code, mayHaveHappened: false, ...more });
});

test('a change that takes no key is retried after a refusal with Retry-After, but not if its outcome is unknown', async () => {
  const { millpond, asked } = await started(failed(429, 'rate_limited', NOW), cut, failed(503, 'outcome_unknown', NOW));
  const first = await errorOf(millpond.createKey({ account: 'a', role: 'trader' }));
  expect(first).toMatchObject({ code: 'network', attempts: 2, idempotencyKey: null, mayHaveHappened: true });
  expect(await errorOf(millpond.createKey({ account: 'a', role: 'trader' }))).toMatchObject({ attempts: 1 });
  expect(asked).toHaveLength(3);
});

test('an aborted signal ends a call before, during and between attempts, with the reason of the abort', async () => {
  const { millpond, asked, url } = await started(
    hang,
    failed(503, 'overloaded', { 'Retry-After': '30' }),
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
      controllers[3]?.abort('in the body');
    },
  );
  const controllers = Array.from({ length: 4 }, () => new AbortController());
  const once = connect(url, { retries: 0 });
  const swap = (index: number, onRetry?: () => void, from = millpond) =>
    expect(from.createSwap(SWAP, { signal: controllers[index]?.signal, onRetry })).rejects;
  controllers[0]?.abort('before');
  await swap(0).toBe('before');
  expect(asked).toHaveLength(0);
  const answered = swap(1, undefined, once).toBe('before the answer');
  await expect.poll(() => asked.length, { timeout: 100_000 }).toBe(1);
  controllers[1]?.abort('before the answer');
  await answered;
  await swap(2, () => queueMicrotask(() => controllers[2]?.abort('in between'))).toBe('in between');
  await swap(3, undefined, once).toBe('in the body');
});

test('redirects are not followed, so that no key is sent elsewhere', async () => {
  const elsewhere = await started(done({}));
  const to: Step = (response) => response.writeHead(307, { Location: `${elsewhere.url}/stolen` }).end();
  const { millpond, asked } = await started(to);
  const error = await errorOf(millpond.createSession({ key: 'mp_secret' }));
  expect(error).toMatchObject({ code: 'unreadable', status: 307, mayHaveHappened: true });
  await errorOf(millpond.getBalances());
  expect([asked.length, elsewhere.asked.length]).toEqual([2, 0]);
});
