// Walks an OpenAPI document: lists its fields, and validates values against its schemas.

export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
};

type Content = {
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema: Schema }>>;
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown } };
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
};

export type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
};

export type Document = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The document with every $ref replaced by its target, merged with its siblings. */
export function resolved(document: Document): Document {
  const target = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .reduce((node, name) => (node as Record<string, unknown>)[name], document as unknown);
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: string };
    const below = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolve(value)]));
    const { allOf, ...whole }: { allOf?: Schema[] } =
      $ref === undefined ? below : { ...(resolve(target($ref)) as object), ...below };
    if (!allOf) return whole;
    const properties = Object.assign({}, ...allOf.map((part) => part.properties));
    return { type: 'object', ...whole, properties, required: allOf.flatMap(({ required = [] }) => required) };
  };
  return resolve(document) as Document;
}

export const operationsOf = (document: Document): readonly (Operation & { method: string; path: string })[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

export const schemaOf = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema;

export const examplesOf = ({ example, schema }: Parameter): readonly unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...(schema.examples ?? []),
];

/** Every field below a schema, with its path. */
export function fieldsOf(schema: Schema, at: string): readonly (readonly [path: string, Schema])[] {
  const alternatives = (schema.oneOf ?? []).flatMap((one) => fieldsOf(one, at));
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [`${at}.${name}`, member] as const);
  const below = [...members, ...(schema.items ? [[`${at}[]`, schema.items] as const] : [])];
  return [...alternatives, ...members, ...below.flatMap(([path, member]) => fieldsOf(member, path))];
}

/** A field whose members have examples needs none of its own, nor does one of a few words, or one that is true or false. */
export const isLeaf = ({ type, properties, items, anyOf, oneOf, enum: words }: Schema): boolean =>
  !properties && !items?.properties && !anyOf?.[0]?.properties && !oneOf && !words && type !== 'boolean';

/** Validates a value strictly, without unnamed members; null if it is valid. */
export function faultOf(schema: Schema, value: unknown, at = 'it'): string | null {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return kinds.some((one) => faultOf(one, value) === null) ? null : `${at} is none of the kinds it may be`;
  if (schema.enum && !schema.enum.includes(value as string)) return `${at} is not one of ${schema.enum}`;
  const types = [schema.type ?? []].flat();
  if (!types.some((type) => isOf(type, value))) return `${at} is not ${types.join(' or ')}: ${JSON.stringify(value)}`;
  if (Array.isArray(value))
    return first(value.map((item, index) => faultOf(schema.items ?? {}, item, `${at}[${index}]`)));
  if (typeof value !== 'object' || value === null) return null;
  const known = schema.properties ?? {};
  return first([
    ...(schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).map(([name, member]) => {
      const property = known[name];
      return property ? faultOf(property, member, `${at}.${name}`) : `${at}.${name} is not documented`;
    }),
  ]);
}

const first = (faults: readonly (string | null)[]): string | null => faults.find((fault) => fault !== null) ?? null;

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
