// Types of JSON functions that Node has and TypeScript's library lacks: access to the source text, and raw text in the output (ES2026).
interface JSON {
  rawJSON(text: string): { readonly rawJSON: string };
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown): unknown;
}
