// The OpenAPI document, made from the same schemas that validate, and the reference page that shows it.
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type, { type TObject } from 'typebox';
import type { Declaration } from '../contract/call.ts';
import { Failed } from '../contract/errors.ts';
import { CallHeaders, ChangeHeaders, DoneHeaders, Fields } from '../contract/fields.ts';
import type { AuthMode } from './caller.ts';
import { API_VERSION } from './response-headers.ts';

/** What Fastify validates a call by and the document says of it. */
export function schemaOf(call: Declaration, auth: AuthMode): FastifySchema {
  const envelope = call.bare
    ? call.output
    : Type.Object({
        success: Type.Boolean({ description: 'Always true.', examples: [true] }),
        data: { ...call.output, description: 'The answer itself.' },
      });
  return {
    operationId: call.method === 'GET' && call.changes ? `${call.name}ByGet` : call.name,
    tags: [call.tag],
    summary: call.summary,
    description: call.description,
    ...(call.method === 'POST' && { body: call.input }),
    querystring: call.method === 'GET' ? call.input : Fields({}),
    ...(call.changes && !call.takesNoKey && { headers: ChangeHeaders }),
    ...(call.who !== 'anyone' && { security: auth === 'local' ? [{ key: [] }, {}] : [{ key: [] }] }),
    response: {
      200: {
        description: 'Done.',
        ...envelope,
        headers: { Amounts, ...(call.changes && !call.takesNoKey && DoneHeaders) },
      },
      default: Failed,
    },
  } as FastifySchema;
}

const Amounts = Type.Literal('string', { description: 'Present where the amounts of the answer are strings.' });

export async function registerOpenApi(app: FastifyInstance, auth: AuthMode): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Millpond', version: API_VERSION, description: DESCRIPTION[auth] },
      tags: ['Swaps', 'Market', 'Liquidity', 'Accounts', 'Operator'].map((name) => ({ name })),
      servers: [{ url: '/' }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } } },
    },
    transform: ({ schema, url }) => ({ schema: schema && (documented(withCallHeaders(schema)) as FastifySchema), url }),
    transformObject: (document) => leaveOptionalOut('openapiObject' in document ? document.openapiObject : {}),
  });
}

/** The reference at /docs, from local files only. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => reply.send(app.swagger()));
  app.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect('/docs'));
  await app.register(async (docs) => {
    await docs.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", "'unsafe-inline'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    });
    await docs.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Millpond API',
        favicon: 'data:,',
        operationTitleSource: 'path',
        showDeveloperTools: 'never',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** Those that are read by hand, because validating headers at each request costs more. */
const withCallHeaders = ({ headers, ...schema }: FastifySchema): FastifySchema => {
  const properties = { ...CallHeaders.properties, ...(headers as TObject | undefined)?.properties };
  return { ...schema, headers: Type.Object(properties) };
};

/** Schemas say `decimal` to the validator; to a reader that is a number, or a string that holds one. */
function documented(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(documented);
  if (typeof node !== 'object' || node === null) return node;
  const { decimal, ...rest } = node as Record<string, unknown>;
  const entries = Object.entries(rest).map(([key, value]) => [key, documented(value)]);
  return { ...(decimal === true && { type: ['number', 'string'] }), ...Object.fromEntries(entries) };
}

type Parameter = { name: string; required?: boolean; example?: unknown; examples?: unknown };
type Document = { paths?: Record<string, Record<string, { parameters?: Parameter[] }>> };

/** The page sends every example that is not disabled, and optional parameters may exclude each other. */
function leaveOptionalOut(document: object): object {
  const operations = Object.values((document as Document).paths ?? {}).flatMap((path) => Object.values(path));
  for (const parameter of operations.flatMap(({ parameters }) => parameters ?? [])) {
    const { name, required, example } = parameter;
    // A quote needs one of its two quantities: this one.
    if (required || example === undefined || name === 'amount') continue;
    delete parameter.example;
    parameter.examples = { example: { value: example, 'x-disabled': true } };
  }
  return document;
}

const COMMON = `Swaps, liquidity pools and liquidity-provider accounts on a durable double-entry ledger.

Amounts are whole tokens and exact: numbers are read from their text and written as exact decimals, and numeric strings
are accepted too. Most JSON parsers round numbers of more than 15 digits: send \`Amounts: string\`, and every amount, price
and rate of the answer is a string. Failures answer \`{"error": "…"}\` with a stable code in the header \`Error-Code\`. Every call that changes
state takes an \`Idempotency-Key\`.`;

const DESCRIPTION: Readonly<Record<AuthMode, string>> = {
  local: `${COMMON} This exchange runs in local mode: a request without a key acts as the account \`local\`, which is also the operator.`,
  keys: `${COMMON} Calls that act for an account need \`Authorization: Bearer <key>\`.`,
};
