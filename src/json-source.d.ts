// What Node's JSON has and TypeScript's library does not know yet: source text in, raw text out (ES2026).
interface JSON {
  rawJSON(text: string): { readonly rawJSON: string };
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown): unknown;
}
