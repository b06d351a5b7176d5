// JSON whose numbers are exact: read from their source text, written as the decimals they are.
const KEYS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** A JSON number by its own text, since a float could not hold it. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Parses like JSON.parse, but keeps numbers as text and refuses an object that names a member twice. */
export function parseExact(text: string): unknown {
  let members = -1; // the reviver also visits the root
  const value = JSON.parse(text, function (this: unknown, _key, value, { source }) {
    if (!Array.isArray(this)) members += 1;
    return typeof value === 'number' ? new NumberText(source) : value;
  });
  for (const [, colon] of text.matchAll(KEYS)) if (colon !== undefined) members -= 1;
  if (members !== 0) throw new SyntaxError('an object names the same member twice');
  return value;
}

/** An exact decimal as a JSON number. */
export type JsonNumber = { readonly rawJSON: string };
export const number = (decimalText: string): JsonNumber => JSON.rawJSON(decimalText);
