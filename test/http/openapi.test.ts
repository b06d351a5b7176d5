// The OpenAPI document is complete and true, and its examples can be sent unchanged.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { documentInFull } from '../../src/api/reference/openapi.ts';
import { FAILURES, REFUSALS } from '../../src/contract/errors.ts';
import { events } from '../../src/contract/events.ts';
import { VERSION } from '../../src/version.ts';
import { BAD_REQUESTS } from './bad/all.ts';
import { type Answer, send } from './client.ts';
import {
  type Document,
  examplesOf,
  faultOf,
  fieldsOf,
  isLeaf,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
  schemaOf,
} from './openapi-walk.ts';
import { type Server, startServer } from './server.ts';

/** Errors of the transport, possible for every call. */
const OF_TRANSPORT = new Set(['body_too_large', 'unsupported_media_type', 'method_not_allowed']);

/** Calls whose example has an id that does not exist. */
const UNKNOWN = new Set([
  'cancelOrder',
  'getOrder',
  ...['getSwap', 'getTransaction', 'revokeKey', 'endSession'],
  ...['getInvitation', 'checkName', 'beginSignUp', 'finishSignUp', 'revokeInvitation', 'revokePasskey'],
  ...['setWebhookState', 'testWebhook', 'rotateWebhookSecret', 'deleteWebhook', 'getDeliveries', 'redeliverWebhook'],
]);

const REFUSED: Readonly<Record<string, number>> = {
  // The demo is asked without a key.
  cancelAfter: 403,
  claimFaucet: 422,
  // This server signs no public log.
  getLog: 404,
  getTransactionProof: 404,
  getLiabilities: 404,
  getBalanceProof: 404,
  getStatements: 404,
  createSession: 401,
  beginPasskey: 401,
  finishPasskey: 401,
  finishSignIn: 422,
  // The demo market settles on the ledger.
  ...Object.fromEntries(
    [
      ...['getWallet', 'buildSwap', 'buildProvide', 'buildRefund', 'trackSwap', 'trackLiquidity'],
      ...['tonProofPayload', 'tonProof'],
    ].map((name) => [name, 422]),
  ),
};

let server: Server;
let source: string;
let document: Document;
let operations: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  server = await startServer({ demo: true });
  source = (await send(server, { path: '/openapi.json' })).text;
  document = resolved(JSON.parse(source));
  operations = operationsOf(document);
});
afterAll(() => server.close());

/** The error codes that the text of a response or header lists. */
const listed = (part?: { readonly description?: string }): readonly string[] =>
  [...(part?.description?.matchAll(/(?<=^|: |, )([a-z_]+)( \w+)?(?=,|$)/g) ?? [])].map(([, code]) => code as string);

const codesOf = ({ responses: { default: failed } }: Operation): ReadonlySet<string> => {
  const code = failed?.headers?.['Error-Code'];
  return new Set([code?.schema, code, failed].flatMap(listed));
};

const documented = ({ requestBody, responses }: Operation) =>
  Object.entries({ request: requestBody, ...responses }).flatMap(([name, content]) => {
    const schema = schemaOf(content);
    return schema ? fieldsOf(schema, name) : [];
  });

describe('the document', () => {
  test('is OpenAPI 3.1 and names the version of this server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toEqual({
      title: 'Millpond',
      version: VERSION,
      description: expect.stringContaining('exact'),
      license: { name: 'MIT', identifier: 'MIT' },
    });
  });

  test('has every call and nothing else', () => {
    const calls = [...CALLS, events].map(({ method, name }) => `${method} /${name}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(calls.sort());
  });

  test('names every operation once, sums it up, describes it and files it under a known tag', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, description, tags, responses } of operations) {
      expect([operationId, summary, description]).toEqual(Array(3).fill(expect.stringMatching(/\w/)));
      expect(document.tags.map(({ name }) => name)).toContain(tags?.[0]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', 'default']));
      expect(Object.values(responses).map((response) => response.description)).not.toContain('');
    }
  });

  test('describes every field and parameter and gives an example of each, of the right type', () => {
    const silent: string[] = [];
    let count = 0;
    const check = (at: string, schema: Schema, description: string | undefined, examples: readonly unknown[]) => {
      count += 1;
      if (!description && !/ 20[02]\.(data|success)$/.test(at)) silent.push(`${at} has no description`);
      if (isLeaf(schema) && examples.length === 0) silent.push(`${at} has no example`);
      for (const example of examples) {
        const fault = faultOf(schema, example, at);
        if (fault) silent.push(`the example of ${fault}`);
      }
    };
    for (const operation of operations) {
      for (const parameter of operation.parameters ?? []) {
        const { name, schema, description } = parameter;
        check(`${operation.operationId} ${name}`, schema, description, examplesOf(parameter));
      }
      for (const [path, field] of documented(operation)) {
        check(`${operation.operationId} ${path}`, field, field.description, field.examples ?? []);
      }
    }
    expect(silent).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });

  test('takes whole numbers in the query as integers with their bounds, and times as Unix seconds too', () => {
    const query = (path: string) =>
      Object.fromEntries(
        (operations.find((one) => one.path === path)?.parameters ?? []).map(({ name, schema }) => [name, schema]),
      );
    const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
    expect(query('/getSwaps').limit).toMatchObject(whole(1, 200));
    expect(query('/getCandles')).toMatchObject({
      limit: whole(1, 1000),
      from: { type: ['string', 'integer'] },
      to: { type: ['string', 'integer'] },
    });
    expect(query('/getOrderBook').levels).toMatchObject(whole(1, 100));
    expect(query('/getTransaction').sequence).toMatchObject(whole(1, 999_999_999_999_999));
    expect(query('/events')).toMatchObject({ after: whole(0, 999_999_999_999_999), beat: whole(2, 15) });
  });

  test('describes a failure as exactly one message', () => {
    for (const { responses } of operations) {
      for (const [status, response] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        const schema = schemaOf(response) as Schema;
        expect(Object.keys(schema.properties ?? {})).toEqual(['error']);
        expect(schema.required).toEqual(['error']);
      }
    }
  });

  test('lists for each call the error codes that bad requests get', () => {
    const undeclared: string[] = [];
    let count = 0;
    for (const [name, request, , code] of BAD_REQUESTS) {
      if (typeof request === 'string' || OF_TRANSPORT.has(code)) continue;
      const [path, method] = [request.path.replace(/\?.*/, ''), request.method ?? (request.body ? 'POST' : 'GET')];
      const operation = operations.find((one) => one.path === path && one.method === method);
      if (!operation) continue;
      count += 1;
      if (!codesOf(operation).has(code)) undeclared.push(`${operation.operationId}: ${code} (${name})`);
    }
    expect(undeclared).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  test("says that only operators may name others' accounts", () => {
    for (const operation of operations) {
      if (!operation.parameters?.some(({ name }) => name === 'account')) continue;
      expect([...codesOf(operation)], operation.operationId).toContain('forbidden');
    }
  });

  test('names the values of enumerated fields, and the file formats of lists', () => {
    const { parameters, responses } = operations.find(({ path }) => path === '/getActivity') as Operation;
    expect(parameters?.find(({ name }) => name === 'format')?.schema.enum).toEqual(['csv', 'ndjson']);
    expect(Object.keys(responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/csv',
      'application/x-ndjson',
    ]);
    const whoami = JSON.parse(source).components.schemas.WhoamiAnswer.properties.data.properties;
    expect([whoami.role.enum, whoami.auth.enum]).toEqual([
      ['trader', 'operator', null],
      ['local', 'keys'],
    ]);
  });

  test('declares every refusal code for some call, and all codes as values of Error-Code', () => {
    const codes = Object.keys({ ...FAILURES, ...REFUSALS });
    for (const operation of operations) {
      expect(operation.responses.default?.headers?.['Error-Code']?.schema.enum).toEqual(codes);
      expect(codes, operation.operationId).toEqual(expect.arrayContaining([...codesOf(operation)]));
    }
    const declared = new Set(operations.flatMap((operation) => [...codesOf(operation)]));
    // It is reported inside a bulk only.
    const undeclared = ['not_attempted'];
    expect(Object.keys(REFUSALS).filter((code) => !declared.has(code))).toEqual(undeclared);
  });

  test('declares status 202 for exactly the calls that change the journal, since they may settle later', () => {
    for (const { name, method, changes, takesNoKey, carries } of CALLS) {
      const operation = operations.find((one) => one.path === `/${name}` && one.method === method);
      expect('202' in (operation?.responses ?? {})).toBe(changes && !takesNoKey && !carries);
    }
  });

  test('shows the request of each kind of order with its own fields', () => {
    const before = ['Pair', 'amount', 'minReceived', 'price'];
    const after = ['kind', 'clientId'];
    const common = [...before, ...after];
    const kinds = JSON.parse(source).components.schemas.CreateOrderRequest.oneOf as Required<Schema>[];
    expect(kinds.map(({ properties, required }) => [properties.kind?.enum, required, Object.keys(properties)])).toEqual(
      [
        [
          ['limit'],
          ['Pair', 'amount'],
          [...before, 'maxPaid', ...after, 'parts', 'postOnly', 'immediate', 'expiresAt'],
        ],
        [
          ['recurring'],
          ['Pair', 'amount', 'kind', 'times', 'every'],
          [...common, 'maxSlippage', 'parts', 'times', 'every', 'expiresAt'],
        ],
        [['stop'], ['Pair', 'amount', 'kind', 'trigger'], [...common, 'trigger', 'maxSlippage', 'parts', 'expiresAt']],
      ],
    );
  });

  test('refers to records by name, and takes the quantity of createSwap as either amount or price', () => {
    const { schemas } = JSON.parse(source).components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Pool', 'Token', 'Swap', 'Fees', 'Pair', 'Failure']));
    expect(schemas.GetSwapAnswer.properties.data.$ref).toBe('#/components/schemas/Swap');
    const [byAmount, byPrice, ...others] = schemas.CreateSwapRequest.oneOf;
    expect([byAmount.required, byPrice.required, others]).toEqual([['Pair', 'amount'], ['Pair', 'price'], []]);
    expect([Object.keys(byAmount.properties), Object.keys(byPrice.properties)]).toEqual([
      ['Pair', 'amount', 'maxPaid', 'minReceived', 'deadline', 'referrer', 'maxPriceImpact', 'route', 'detail'],
      ['Pair', 'price', 'maxPaid', 'minReceived', 'deadline', 'referrer', 'maxPriceImpact', 'route', 'detail'],
    ]);
    const items = schemas.BulkRequest.properties.items.items.oneOf;
    expect(items.map(({ properties }: Schema) => properties?.body)).toMatchObject(
      [
        'CreateSwap',
        'CreateOrder',
        'CancelOrder',
        'ProvideLiquidity',
        'RefundLiquidity',
        'CreateTransfer',
        'Deposit',
        'Withdraw',
        'CollectFees',
      ].map((name) => ({
        $ref: `#/components/schemas/${name}Request`,
      })),
    );
  });

  test('says the same as before its repeated parts were shared', () => {
    const inFull = documentInFull('local') as unknown as Document;
    expect(document.paths).toEqual(resolved(inFull).paths);
    expect(source.length).toBeLessThan(0.9 * JSON.stringify(inFull).length);
    // Programs and agents read it whole: what a new call needs is taken from descriptions that are longer than they must be.
    expect(source.length).toBeLessThan(300_000);
  });

  test('passes the linter', async () => {
    // Failures are one response, `default`: more client generators read it than ranges such as 4XX.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'operation-4xx-response': 'off' } });
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });
});

/** The request that the reference page sends: the body's example, and query parameters that have one. */
function ask({ method, path, parameters = [], requestBody }: (typeof operations)[number]): Promise<Answer> {
  const query = parameters.flatMap(({ in: where, name, example }) =>
    where === 'query' && example !== undefined ? [`${name}=${encodeURIComponent(String(example))}`] : [],
  );
  const content = requestBody?.content?.['application/json'];
  const fromFields = ({ properties = {} }: Schema): unknown =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        field.properties ? fromFields(field) : (field.examples?.[0] ?? field.enum?.[0]),
      ]),
    );
  const body = content && (content.example ?? fromFields(content.schema));
  return send(server, { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body });
}

test('the examples of the document, sent unchanged to the demo market, get the documented answers', async () => {
  // The refund by GET goes last: it refunds the whole position, and the one by POST needs some.
  const last = operations.filter(({ operationId }) => operationId === 'refundLiquidityByGet');
  // A stream's answer has no end.
  const ended = operations.filter((one) => !last.includes(one) && one.path !== '/events');
  for (const operation of [...ended, ...last]) {
    const { status, text } = await ask(operation);
    const { operationId, responses } = operation;
    // The examples' keys and passkeys do not exist either.
    const expected = REFUSED[operationId as string] ?? (UNKNOWN.has(operationId as string) ? 404 : 200);
    const schema = schemaOf(responses[expected === 200 ? '200' : 'default']) as Schema;
    expect(status, `${operationId}: ${text}`).toBe(expected);
    expect(faultOf(schema, JSON.parse(text), operationId)).toBeNull();
  }
});

test('the answers of calls that list something match their documented schemas', async () => {
  for (const path of [
    '/getSwaps',
    '/getPools',
    '/getBalances',
    '/getActivity',
    '/getAccounts',
    '/getKeys',
    '/getWebhooks',
  ]) {
    const { text } = await send(server, { path });
    const operation = operations.find((one) => one.path === path) as Operation;
    expect(faultOf(schemaOf(operation.responses['200']) as Schema, JSON.parse(text), path)).toBeNull();
  }
});
