// Writes src/api.ts, the calls of the exchange as types, from its OpenAPI document: npm run client:types.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../src/api/openapi.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
  readonly contentSchema?: Schema;
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Content = { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
type Operation = {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: { readonly 'Error-Code': { readonly schema: Schema } };
  };
};
/** What is sent may be written in more ways than what is answered. */
type Side = 'input' | 'output';

const document = openApiDocument('keys') as Document;
const { schemas, headers } = document.components;
const codes = headers['Error-Code'].schema.enum ?? [];

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
    .filter(([name]) => !/(Request|Answer|Failure|Accepted|Pending)$/.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = [
    HEAD,
    `export const ERROR_CODES = ${JSON.stringify(codes)} as const;`,
    '/** Why a call was refused or failed; docs/errors.md of the exchange has them all. */',
    'export type ErrorCode = (typeof ERROR_CODES)[number];\n',
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
  const takesKey = operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key');
  // A GET that changes something is there for others; a POST of the same name does the same.
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

/** A list that can be had as a file is asked for as one by its URL. */
const queryOf = ({ parameters }: Operation, isExported: boolean): Schema => {
  const fields = parameters.filter((field) => field.in === 'query' && !(isExported && field.name === 'format'));
  return {
    type: 'object',
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
    ),
  };
};

const target = (schema: Schema | undefined): Schema =>
  (schema?.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]) ?? {};
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
const titled = (name: string, part: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}${part}`;

/** Most answers come in an envelope; that of getPoolData is bare. */
const dataOf = (schema: Schema | undefined): Schema => {
  const { data } = target(schema).properties ?? {};
  return data ?? schema ?? {};
};

const declared = (name: string, comment: string | undefined, type: string): string =>
  `${commented(comment)}export type ${name} = ${type};\n`;

const commented = (text: string | undefined): string =>
  text ? `\n/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */\n` : '';

function typeOf(schema: Schema, side: Side): string {
  if (schema.$ref !== undefined) return referredTo(nameOf(schema.$ref));
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return kinds.map((kind) => typeOf(kind, side)).join(' | ');
  if (schema.enum) return isEveryCode(schema.enum) ? 'ErrorCode' : schema.enum.map(literal).join(' | ');
  const types = [schema.type ?? []].flat();
  if (types.includes('string') && types.length > 1) return numeric(types, side);
  return types.map((type) => plain(type, schema, side)).join(' | ') || 'unknown';
}

const referredTo = (name: string): string => name.replace(/Request$/, 'Input').replace(/Answer$/, 'Output');
const isEveryCode = (words: readonly unknown[]): boolean => words.length === codes.length;
const literal = (word: string | null): string => (word === null ? 'null' : `'${word}'`);

/** A whole number may be sent as one; any other is a string, since a float has lost what it has lost. */
function numeric(types: readonly string[], side: Side): string {
  const sent = types.includes('integer') ? 'number | string' : 'Decimal | string';
  const type = side === 'input' ? sent : 'Decimal';
  return types.includes('null') ? `${type} | null` : type;
}

function plain(type: string, schema: Schema, side: Side): string {
  switch (type) {
    case 'object':
      return objectOf(schema, side);
    case 'array': {
      const items = `(${typeOf(schema.items ?? {}, side)})[]`;
      return side === 'input' ? `readonly ${items}` : items;
    }
    case 'integer':
      return 'number';
    case 'string':
      if (schema.format === 'decimal') return 'Decimal';
      return side === 'input' && isWhole(schema.pattern) ? 'number | string' : 'string';
    default:
      return type;
  }
}

/** Fits numbers and no words. */
const isWhole = (pattern = '.'): boolean => new RegExp(pattern).test('7') && !new RegExp(pattern).test('a');

function objectOf({ properties = {}, required = [] }: Schema, side: Side): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = typeOf(schema, side);
    // Whoever sends an optional field may well hold undefined; none is ever answered.
    const orNone = isRequired || side === 'output' || type === 'unknown' ? '' : ' | undefined';
    return `${commented(schema.description)}'${name}'${isRequired ? '' : '?'}: ${type}${orNone};`;
  });
  return members.length === 0 ? 'Record<never, never>' : `{${members.join('')}}`;
}

const HERE = fileURLToPath(new URL('..', import.meta.url));

const formatted = (text: string): string =>
  execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=client/src/api.ts'], {
    cwd: HERE,
    input: text,
    encoding: 'utf8',
  });

if (import.meta.main) writeFileSync(new URL('src/api.ts', import.meta.url), generate());
