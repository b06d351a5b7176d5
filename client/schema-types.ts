// Prints a JSON schema of the document as a TypeScript type.

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly description?: string;
};

/** Input may be written in more forms than output. */
export type Side = 'input' | 'output';

export function typeOf(schema: Schema, side: Side): string {
  if (schema.$ref !== undefined) return referredTo(schema.$ref);
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return kinds.map((kind) => typeOf(kind, side)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, side)).join(' & ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const types = [schema.type ?? []].flat();
  if (types.includes('string') && types.some(isNumeric)) return numeric(types, side);
  return types.map((type) => plain(type, schema, side)).join(' | ') || 'unknown';
}

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
const referredTo = (ref: string): string =>
  nameOf(ref)
    .replace(/Request$/, 'Input')
    .replace(/Answer$/, 'Output');
const literal = (word: string | null): string => (word === null ? 'null' : `'${word}'`);

const isNumeric = (type: string): boolean => type === 'number' || type === 'integer';

/** An integer may be sent as a number; any other value is a string, since a float would round it. */
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
      return schema.format === 'decimal' ? 'Decimal' : 'string';
    default:
      return type;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, side: Side): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = typeOf(schema, side);
    // Callers may pass undefined for an optional field; output never contains it.
    const orNone = isRequired || side === 'output' || type === 'unknown' ? '' : ' | undefined';
    return `${commented(schema.description)}'${name}'${isRequired ? '' : '?'}: ${type}${orNone};`;
  });
  return members.length === 0 ? 'Record<never, never>' : `{${members.join('')}}`;
}

export const commented = (text: string | undefined): string =>
  text ? `\n/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */\n` : '';
