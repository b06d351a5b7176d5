// The document says everything about every call, says it truly, and its examples can be sent as they stand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { API_VERSION } from '../../src/api/response-headers.ts';
import { type Answer, send } from './client.ts';
import {
  type Document,
  examplesOf,
  faultOf,
  fieldsOf,
  isLeaf,
  type Operation,
  operationsOf,
  type Schema,
  schemaOf,
} from './openapi-walk.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let document: Document;
let operations: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  server = await startServer({ demo: true });
  document = JSON.parse((await send(server, { path: '/openapi.json' })).text);
  operations = operationsOf(document);
});
afterAll(() => server.close());

const documented = ({ requestBody, responses }: Operation) =>
  Object.entries({ request: requestBody, ...responses }).flatMap(([name, content]) => {
    const schema = schemaOf(content);
    return schema ? fieldsOf(schema, name) : [];
  });

describe('the document', () => {
  test('is OpenAPI 3.1 of this version', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toEqual({
      title: 'Millpond',
      version: API_VERSION,
      description: expect.stringContaining('exact'),
    });
  });

  test('has every call and nothing else', () => {
    const calls = CALLS.map(({ method, name }) => `${method} /${name}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(calls.sort());
  });

  test('names every operation once, sums it up, describes it and files it under a known tag', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, description, tags, responses } of operations) {
      expect([operationId, summary, description]).toEqual(Array(3).fill(expect.stringMatching(/\w/)));
      expect(document.tags.map(({ name }) => name)).toContain(tags?.[0]);
      expect(Object.keys(responses)).toEqual(['200', 'default']);
      expect(Object.values(responses).map((response) => response.description)).not.toContain('');
    }
  });

  test('describes every field and parameter and gives an example of each, of the right type', () => {
    const silent: string[] = [];
    let count = 0;
    const check = (at: string, schema: Schema, description: string | undefined, examples: readonly unknown[]) => {
      count += 1;
      if (!description) silent.push(`${at} has no description`);
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

  test('says of a failure that it is exactly one message', () => {
    for (const { responses } of operations) {
      const schema = schemaOf(responses.default) as Schema;
      expect(Object.keys(schema.properties ?? {})).toEqual(['error']);
      expect(schema.required).toEqual(['error']);
    }
  });
});

/** The request that the reference page sends: the body's example, and of the query what is not left out. */
function ask({ method, path, parameters = [], requestBody }: (typeof operations)[number]): Promise<Answer> {
  const query = parameters.flatMap(({ in: where, name, example }) =>
    where === 'query' && example !== undefined ? [`${name}=${encodeURIComponent(String(example))}`] : [],
  );
  const content = requestBody?.content?.['application/json'];
  const fromFields = ({ properties = {} }: Schema): unknown =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        field.properties ? fromFields(field) : field.examples?.[0],
      ]),
    );
  const body = content && (content.example ?? fromFields(content.schema));
  return send(server, { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body });
}

test('its examples, sent as they stand to the demo market, are answered as it says', async () => {
  // The refund by GET goes last: it is of the whole position, and the one by POST needs something left.
  const last = operations.filter(({ operationId }) => operationId === 'refundLiquidityByGet');
  for (const operation of [...operations.filter((one) => !last.includes(one)), ...last]) {
    const { status, text } = await ask(operation);
    const { operationId, responses } = operation;
    // Nobody can know beforehand which id a transaction or a key will get.
    const isUnknown = ['getSwap', 'getTransaction', 'revokeKey'].includes(operationId as string);
    const schema = schemaOf(isUnknown ? responses.default : responses['200']) as Schema;
    expect(status, `${operationId}: ${text}`).toBe(isUnknown ? 404 : 200);
    expect(faultOf(schema, JSON.parse(text), operationId)).toBeNull();
  }
});

test('lists that are not empty are answered as it says, too', async () => {
  for (const path of ['/getSwaps', '/getPools', '/getBalances', '/getActivity', '/getAccounts', '/getKeys']) {
    const { text } = await send(server, { path });
    const operation = operations.find((one) => one.path === path) as Operation;
    expect(faultOf(schemaOf(operation.responses['200']) as Schema, JSON.parse(text), path)).toBeNull();
  }
});
