// Writes src/api.ts, the calls of the exchange as types, from its OpenAPI document: npm run client:types.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentInFull } from '../src/api/reference/openapi.ts';
import { REASONS } from '../src/contract/errors.ts';
import { STATUSES } from '../src/contract/failures.ts';
import { commented, nameOf, type Schema, typeOf } from './schema-types.ts';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Content = { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

const document = documentInFull('keys') as Document;
const { schemas } = document.components;

const HEAD = `// The calls of the exchange as types, generated from its OpenAPI document by generate.ts: change nothing here.

declare const decimal: unique symbol;
/** An exact decimal number as text, such as \`'24.924925'\`: a float would round it. */
export type Decimal = string & { readonly [decimal]: true };
`;

export function generate(): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  );
  const known = calls.filter((call) => call !== null);
  const asked = known.filter(({ way }) => way !== 'stream');
  const records = Object.entries(schemas)
    .filter(([name]) => !/(Request|Answer|Failure|Accepted|Pending|ErrorCode)$/.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = [
    HEAD,
    `export const ERROR_CODES = ${JSON.stringify(Object.keys(STATUSES))} as const;`,
    '/** Why a call was refused or failed; docs/errors.md of the exchange has them all. */',
    'export type ErrorCode = (typeof ERROR_CODES)[number];\n',
    '/** Codes that a reason makes precise, with their reasons; `settlement_failed` has the reasons of the chain. */',
    `export const REASONS = ${JSON.stringify(REASONS)} as const;\n`,
    '/** `get` changes nothing; `key` takes an Idempotency-Key, so that it has one effect however often it is sent; `post` takes none. */',
    `export const WAYS = {${asked.map(({ name, way }) => `${name}: '${way}'`).join(',')}} as const;\n`,
    '/** What each call takes, and what it answers. */',
    `export type Calls = {${asked.map(memberOf).join('')}};\n`,
    ...records.map(([name, schema]) => declared(name, schema.description, typeOf(schema, 'output'))),
    ...known.flatMap(({ declarations }) => declarations),
  ].join('\n');
  return formatted(text);
}

type Call = { name: string; way: string; comment: string; declarations: readonly string[] };

function callOf(path: string, method: string, operation: Operation): Call | null {
  const name = path.slice(1);
  const takesKey = operation.parameters?.some((parameter) => parameter.name === 'Idempotency-Key');
  // A GET that makes a change is for other clients; the POST of the same name does the same.
  if (method === 'get' && takesKey) return null;
  const content = operation.responses['200']?.content ?? {};
  const stream = content['text/event-stream'];
  const post = takesKey ? 'key' : 'post';
  const input = operation.requestBody?.content['application/json']?.schema ?? queryOf(operation, 'text/csv' in content);
  const output = stream ? undefined : dataOf(content['application/json']?.schema);
  return {
    name,
    way: stream ? 'stream' : method === 'get' ? 'get' : post,
    comment: `${operation.summary}. ${firstSentence(operation.description)}`,
    declarations: [
      declared(titled(name, 'Input'), undefined, typeOf(target(input), 'input')),
      ...(output ? [declared(titled(name, 'Output'), undefined, typeOf(output, 'output'))] : []),
    ],
  };
}

const firstSentence = (text: string): string => text.replace(/(?<=\.)\s.*/s, '');

const memberOf = ({ name, comment }: Call): string =>
  `${commented(comment)}${name}: {input: ${titled(name, 'Input')}; output: ${titled(name, 'Output')}};`;

/** Leaves out `format`: a list is downloaded as a file by its URL. */
const queryOf = ({ parameters = [] }: Operation, isExported: boolean): Schema => {
  const fields = parameters.filter((field) => field.in === 'query' && !(isExported && field.name === 'format'));
  return {
    type: 'object',
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name, schema, description = '' }) => [name, { ...asSent(schema), description }]),
    ),
  };
};

/** In a query a number is text: either may be given. */
const asSent = (schema: Schema): Schema =>
  schema.type === 'integer' ? { ...schema, type: ['integer', 'string'] } : schema;

const target = (schema: Schema | undefined): Schema =>
  (schema?.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]) ?? {};
const titled = (name: string, part: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}${part}`;

/** Most responses have an envelope; that of getPoolData has none. */
const dataOf = (schema: Schema | undefined): Schema => {
  const { data } = target(schema).properties ?? {};
  return data ?? schema ?? {};
};

const declared = (name: string, comment: string | undefined, type: string): string =>
  `${commented(comment)}export type ${name} = ${type};\n`;

const HERE = fileURLToPath(new URL('..', import.meta.url));

const formatted = (text: string): string =>
  execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=client/src/api.ts'], {
    cwd: HERE,
    input: text,
    encoding: 'utf8',
  });

if (import.meta.main) writeFileSync(new URL('src/api.ts', import.meta.url), generate());
