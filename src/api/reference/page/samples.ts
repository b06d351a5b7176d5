// Samples of a call that run as they are copied, from the examples of the document.
import { exampleOf, type Operation } from './document.ts';

/** The query of a sample: parameters that are required or usually needed. */
export const queryOf = ({ parameters }: Operation): readonly (readonly [name: string, value: string])[] =>
  parameters.flatMap(({ in: where, name, example }) =>
    where === 'query' && example !== undefined ? [[name, String(example)] as const] : [],
  );

export function bodyOf({ requestBody }: Operation): unknown {
  const content = requestBody?.content['application/json'];
  return content && (content.example ?? exampleOf(content.schema));
}

export const takesKey = ({ security }: Operation): boolean =>
  security.length > 0 && !security.some((scheme) => Object.keys(scheme).length === 0);

export const isStream = ({ responses }: Operation): boolean => 'text/event-stream' in (responses[200]?.content ?? {});

export function curlOf(operation: Operation, origin: string): string {
  const { method, path } = operation;
  const query = new URLSearchParams(queryOf(operation).map(([name, value]) => [name, value])).toString();
  const body = bodyOf(operation);
  return [
    `curl ${isStream(operation) ? '-N ' : ''}${quoted(`${origin}${path}${query && `?${query}`}`)}`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    ...(takesKey(operation) ? [`-H "Authorization: Bearer $MILLPOND_KEY"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** Quotes a shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call with the typed client, which takes amounts as strings. */
export function clientOf(operation: Operation): string {
  const name = operation.path.slice(1);
  const input = bodyOf(operation) ?? Object.fromEntries(queryOf(operation));
  const given = Object.keys(input as object).length > 0 ? source(input) : '';
  return isStream(operation)
    ? `for await (const event of millpond.${name}(${given})) console.log(event);`
    : `const answer = await millpond.${name}(${given});`;
}

const source = (value: unknown, indent = ''): string => {
  if (Array.isArray(value)) return `[${value.map((item) => source(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' && !Number.isInteger(value) ? `'${value}'` : literal(value);
  const within = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => `${within}${name}: ${source(member, within)},\n`);
  return `{\n${members.join('')}${indent}}`;
};

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

/** An answer with the examples of its fields; a stream's example is written by hand. */
export function answerOf({ responses }: Operation): string {
  const content = Object.values(responses[200]?.content ?? {})[0];
  if (!content) return '';
  return typeof content.example === 'string' ? content.example : JSON.stringify(exampleOf(content.schema), null, 2);
}
