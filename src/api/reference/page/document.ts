// The OpenAPI document as the reference page reads it: its parts with every reference resolved.

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly contentSchema?: Schema;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** A value that the form of the page sends unless the reader removes it. */
  readonly example?: unknown;
};

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
};

export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

/** An operation without `security` has that of the document. */
type SourceOperation = Omit<Operation, 'method' | 'path' | 'tag' | 'security' | 'parameters'> & {
  readonly tags: readonly [string];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
};

type Source = {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, SourceOperation>>>>;
};

export class ReferenceDocument {
  readonly guide: string;
  readonly tags: Source['tags'];
  /** Operations by the name of the call; refundLiquidity has two, GET and POST. */
  readonly calls: ReadonlyMap<string, readonly Operation[]>;

  constructor(document: object) {
    const { info, tags, paths, security } = document as Source;
    this.guide = info.description;
    this.tags = tags;
    const resolve = resolverOf(document);
    this.calls = new Map(
      Object.entries(paths).map(([path, methods]) => [
        path.slice(1),
        Object.entries(methods).map(([method, operation]) => {
          const { tags: of, parameters = [], ...rest } = resolve(operation) as typeof operation;
          return {
            ...rest,
            parameters,
            security: rest.security ?? security,
            tag: of[0],
            method: method.toUpperCase(),
            path,
          };
        }),
      ]),
    );
  }
}

/** Replaces references by their targets; members beside a reference stay. */
function resolverOf(document: object): (node: unknown) => unknown {
  const target = (ref: string): unknown =>
    ref
      .slice('#/'.length)
      .split('/')
      .reduce((node, name) => (node as Record<string, unknown>)[name], document as unknown);
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: string };
    const members = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolve(value)]));
    return whole($ref === undefined ? members : { ...(resolve(target($ref)) as object), ...members });
  };
  return resolve;
}

/** An object of several parts, with the fields of all of them. */
function whole({ allOf, ...rest }: { readonly allOf?: readonly Schema[] }): object {
  if (!allOf) return rest;
  const properties = Object.assign({}, ...allOf.map((part) => part.properties));
  return { type: 'object', ...rest, properties, required: allOf.flatMap(({ required = [] }) => required) };
}

/** An example of a schema, put together from the examples of its fields. */
export function exampleOf(schema: Schema): unknown {
  const { examples, properties, items, oneOf, anyOf, contentSchema } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]));
  if (items) return [exampleOf(items)];
  const [first] = oneOf ?? anyOf ?? [contentSchema];
  return first ? exampleOf(first) : (plainExample(schema) ?? null);
}

/** The example that goes without saying: of a few words the first, of a flag true. */
export const plainExample = ({ enum: words, type }: Schema): unknown =>
  words?.[0] ?? (type === 'boolean' ? true : undefined);
