// Builds the OpenAPI document from the same declarations that validate requests.
import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { type Declaration, type RequestKind, takesKey } from '../../contract/call.ts';
import { DECLARATIONS } from '../../contract/calls.ts';
import { events, StreamHeaders } from '../../contract/events.ts';
import { CallHeaders, ChangeHeaders, DoneHeaders, Fields } from '../../contract/fields.ts';
import { OrNull, PendingRecord, SignedReceiptRecord } from '../../contract/records.ts';
import { SESSION_COOKIE } from '../../contract/sessions.ts';
import { VERSION } from '../../version.ts';
import type { AuthMode } from '../door/caller.ts';
import { FILE_TYPES } from '../json/export.ts';
import { itemsOf } from './openapi-bulk.ts';
import { FAILED, failureResponses, json } from './openapi-failures.ts';
import { guide } from './openapi-guide.ts';
import { NAMED, nameOf, refTo, shown } from './openapi-schemas.ts';
import { exampleOf } from './page/document.ts';
import { withSharedParts } from './shared-parts.ts';

const NO_FIELDS = Fields({});

/** The schemas that a request is validated with. */
export const schemaOf = (call: Declaration): FastifySchema => ({
  ...(call.method === 'POST' && { body: call.input }),
  querystring: call.method === 'GET' ? call.input : NO_FIELDS,
  ...(takesKey(call) && { headers: ChangeHeaders }),
});

export const openApiDocument = (auth: AuthMode): object => withSharedParts(documentInFull(auth));

/** The document before what it repeats is shared. */
export function documentInFull(auth: AuthMode) {
  const schemas: Record<string, object> = {
    ...NAMED,
    Receipt: shown(OrNull(SignedReceiptRecord, 'Only with the header `Signed-Receipt`.', null)),
    Accepted: enveloped(PendingRecord, true),
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const call of [...Object.values<Declaration>(DECLARATIONS), events as Declaration]) {
    const path = `/${call.name}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millpond',
      version: VERSION,
      description: guide(auth),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // Samples use the first entry, so that they need no key in local mode.
    security: [...(auth === 'local' ? [{}] : []), { key: [] }, { session: [] }],
    tags: Object.entries({ ...TAGS, Errors: ERRORS }).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: { ...FAILED, Accepted: ACCEPTED },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'A browser session (createSession). Calls with `proof_needed` need one that began within five minutes.',
        },
      },
    },
  };
}

const ERRORS =
  'A failed call names its code in `Error-Code`. [All codes](/docs/errors), when each occurs and what to do.';

const TAGS = {
  Swaps: 'Get a quote, swap, and track your swaps.',
  Orders: 'Place orders that wait for a price or a time, track and cancel them.',
  Market: 'Tokens, pools and market data.',
  Liquidity: 'Provide liquidity, track positions and withdraw.',
  Accounts: 'Balances, value and activity of an account.',
  'Public log': 'Check that history was only extended, with your transactions and balances.',
  Sessions: 'Sign in and out with a browser.',
  Keys: 'Manage API keys, and see where you are signed in.',
  Webhooks: 'Receive events at your own URL.',
  TON: 'Only on TON: wallets, and messages that they sign.',
  Operator: 'Run the exchange.',
};

/** Describes a call, and adds its request and answer to the named schemas, where client generators expect them. */
function operationOf(call: Declaration, schemas: Record<string, object>): object {
  const operationId = call.method === 'GET' && call.changes ? `${call.name}ByGet` : call.name;
  const named: Named = (part, schema) => {
    schemas[nameOf(call, part)] = schema;
    return refTo(nameOf(call, part));
  };
  const parameters = [
    ...(call.method === 'GET' ? parametersOf(call.input, 'query') : []),
    ...parametersOf(call.streams ? StreamHeaders : hasDecimals(call.output) ? CallHeaders : NO_FIELDS, 'header'),
    ...(takesKey(call) ? parametersOf(ChangeHeaders, 'header') : []),
  ];
  const content = call.streams ? streamOf(shown(call.output)) : answerOf(call, named);
  return {
    operationId,
    tags: [call.tag],
    summary: call.summary,
    description: call.description,
    ...(call.who === 'anyone' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.method === 'POST' && { requestBody: bodyOf(call, named('Request', requestSchema(call))) }),
    responses: {
      200: {
        description: 'Done.',
        ...headersOf(call),
        content,
      },
      ...(takesKey(call) && !call.carries && { 202: { $ref: '#/components/responses/Accepted' } }),
      ...failureResponses(call),
    },
  };
}

/** Only answers with decimals depend on the header `Amounts`. */
const hasDecimals = (output: TSchema): boolean => JSON.stringify(output).includes('["number","string"');

const ACCEPTED = { description: 'Accepted; the venue settles later.', ...json(refTo('Accepted')) };

type Named = (part: string, schema: object) => object;

const answerOf = (call: Declaration, named: Named): object => {
  const answer = call.bare
    ? shown(call.output)
    : named('Answer', enveloped(call.output, takesKey(call) && !call.carries));
  return { ...json(answer).content, ...filesOf(call) };
};

/** Describes an event stream. OpenAPI 3.1 cannot describe its items, so the schema is that of one event's data. */
const streamOf = (data: object): object => ({
  'text/event-stream': {
    schema: { type: 'string', contentMediaType: 'application/json', contentSchema: data },
    example: 'id: 42\nevent: swap\ndata: {"sequence":42,"kind":"swap", … }\n\n',
  },
});

const COOKIE_CALLS = ['createSession', 'deleteSession', 'finishSignUp', 'finishSignIn'];
const SET_COOKIE = { description: 'The new cookie.', schema: { type: 'string' } };
const TRANSACTION_ID = {
  description: 'The transaction; look it up with getTransaction.',
  schema: shown(DoneHeaders['Transaction-Id']),
};

function headersOf(call: Declaration): object {
  if (COOKIE_CALLS.includes(call.name)) return { headers: { 'Set-Cookie': SET_COOKIE } };
  return takesKey(call) && !call.carries ? { headers: { 'Transaction-Id': TRANSACTION_ID } } : {};
}

const filesOf = ({ exported }: Declaration): object =>
  exported ? Object.fromEntries(Object.values(FILE_TYPES).map((type) => [type, { schema: { type: 'string' } }])) : {};

const enveloped = (data: TSchema, mayHaveReceipt: boolean): object => ({
  type: 'object',
  required: ['success', 'data'],
  properties: {
    success: { type: 'boolean', const: true },
    data: shown(data),
    ...(mayHaveReceipt && { receipt: refTo('Receipt') }),
  },
});

const requestSchema = ({ input, oneOf, kinds, carries }: Declaration): object => {
  const { examples: _, ...schema } = shown(input) as Shape & { examples?: unknown };
  if (carries)
    return { ...schema, properties: { ...schema.properties, items: itemsOf(carries, schema.properties.items) } };
  if (kinds) return { oneOf: Object.entries(kinds).map((entry, at) => ofKind(entry, at === 0, schema)) };
  return oneOf ? { oneOf: oneOf.map((name) => requiring(name, oneOf, schema)) } : schema;
};

/** The alternative that requires `name`. It repeats all common fields: client generators ignore one that only lists required fields. */
function requiring(name: string, names: readonly string[], { properties, required = [], ...schema }: Shape): object {
  const others = Object.entries(properties).filter(([field]) => field === name || !names.includes(field));
  return { ...schema, title: name, required: [...required, name], properties: Object.fromEntries(others) };
}

/** The request of one kind; the default kind need not be named. */
function ofKind(
  [name, { description, required = [], without = [] }]: [string, RequestKind],
  isDefault: boolean,
  { properties, required: common = [], ...schema }: Shape,
): object {
  const kind = { type: 'string', enum: [name], description: 'The kind of request.' };
  const fields = Object.entries({ ...properties, kind }).filter(([field]) => !without.includes(field));
  return {
    ...schema,
    title: `kind: ${name}`,
    description,
    required: [...common, ...(isDefault ? [] : ['kind']), ...required],
    properties: Object.fromEntries(fields),
  };
}

const bodyOf = ({ input }: Declaration, schema: object): object => {
  const [example] = (input as { examples?: readonly unknown[] }).examples ?? [];
  return { required: true, ...json(schema, example) };
};

/** The usual spelling of a header; Node lowercases all of them. */
const asHeader = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

function parametersOf(input: TSchema, where: 'query' | 'header'): { readonly name: string }[] {
  const { properties, required = [] } = input as unknown as Shape;
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = shown(field) as { description?: string; examples?: readonly unknown[] };
    const isRequired = required.includes(name);
    // The page sends the example of a parameter, and hints at that of its schema. Optional parameters may exclude each other, so only
    // these are sent: one of the two quantities of a quote, one of the two limits of an order, one of the two names of a transaction or an order.
    const isSent = isRequired || ['amount', 'price', 'transactionId', 'orderId'].includes(name);
    return {
      name: where === 'header' ? asHeader(name) : name,
      in: where,
      ...(isRequired && { required: true }),
      description,
      schema,
      ...(isSent && { example: exampleOf(schema) }),
    };
  });
}

type Shape = { readonly properties: Readonly<Record<string, TSchema>>; readonly required?: readonly string[] };
