// The fields of a request or an answer: name, type, meaning and an example of each, nested ones below their parent.
import type { Parameter, Schema } from './document.ts';
import { Html, html, inline } from './html.ts';

type Field = {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  readonly example?: unknown;
};

export const parameterList = (parameters: readonly Parameter[]): Html =>
  fieldList(
    parameters.map(({ name, required = false, schema, description }) => ({
      name,
      schema,
      isRequired: required,
      description,
      example: schema.examples?.[0],
    })),
  );

/** The list of fields of a schema; each alternative gets its own list. */
export function schemaFields(schema: Schema, depth = 0): Html {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1)
    return html`${alternatives.map(
      (one) => html`<details class="alternative"${depth === 0 && one === alternatives[0] ? html` open` : ''}>
<summary>${one.title ? html`with <code>${one.title}</code>` : typeOf(one)}</summary>${depth === 0 && one.title && one.description ? html`<p>${inline(one.description)}</p>` : ''}${schemaFields(one, depth)}</details>`,
    )}`;
  const [{ properties = {}, required = [] } = {}] = alternatives;
  return fieldList(
    Object.entries(properties).map(([name, field]) => ({
      name,
      schema: field,
      isRequired: required.includes(name),
      description: field.description,
      example: field.examples?.[0],
    })),
    depth,
  );
}

const fieldList = (fields: readonly Field[], depth = 0): Html =>
  html`<dl class="fields">${fields.map((field) => fieldItem(field, depth))}</dl>`;

function fieldItem({ name, schema, isRequired, description, example }: Field, depth: number): Html {
  return html`
<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${!isRequired && html`<span class="type">, optional</span>`}</dt>
<dd>${description ? inline(description) : ''}${isPlain(example) && html` <span class="example">Example: <code>${String(example)}</code></span>`}${below(schema, depth)}</dd>`;
}

const isPlain = (example: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof example);

/** The fields below a field. The first two levels are open: an answer's `data`, and its fields. */
function below(schema: Schema, depth: number): Html | '' {
  const inner = innerOf(schema);
  if (!inner) return '';
  if (depth === 0) return schemaFields(inner, depth + 1);
  return html`<details><summary>Fields</summary>${schemaFields(inner, depth + 1)}</details>`;
}

/** The schema below this one that has fields: its own, of its items, or of an alternative. */
function innerOf(schema: Schema): Schema | undefined {
  const alternatives = alternativesOf(schema).filter(({ properties, items }) => properties ?? items);
  if (alternatives.length > 1) return { ...schema, oneOf: alternatives, anyOf: [] };
  const [only] = alternatives;
  if (!only) return undefined;
  return only.items ? innerOf(only.items) : only;
}

/** The alternatives of a schema, without null, which the text of the type mentions. */
const alternativesOf = (schema: Schema): readonly Schema[] => {
  const all = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(({ type }) => type !== 'null');
  return all.length > 0 ? all : [schema];
};

function typeOf(schema: Schema): Html {
  const { enum: values, items, anyOf, oneOf } = schema;
  if (values)
    return html`one of ${values.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}`;
  if (items) return html`array of ${typeOf(items)}${rangeOf(schema.minItems, schema.maxItems, 'items')}`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) {
    const texts = [...new Set(alternatives.map((one) => typeOf(one).text))];
    return new Html(texts.join(' or '));
  }
  const types = [schema.type ?? 'any'].flat().join(' or ');
  const format = schema.format && schema.format !== 'decimal' ? html`, ${schema.format}` : '';
  return html`${types}${format}${rangeOf(schema.minLength, schema.maxLength, 'characters')}${rangeOf(schema.minimum, schema.maximum, '')}`;
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const range =
    most === undefined ? `at least ${least}` : least === undefined ? `at most ${most}` : `${least} to ${most}`;
  return `, ${range}${unit && ` ${unit}`}`;
}
