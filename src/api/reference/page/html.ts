// HTML as text. Everything that is put into a template is escaped, unless it is HTML already.
import { marked } from 'marked';
import { escapeHtml } from '../../page/brand.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | false | undefined;

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeHtml(String(part));
}

/** Renders Markdown of the OpenAPI document, which is the project's own text. */
export const markdown = (text: string): Html => new Html(marked.parse(text, { async: false }));
export const inline = (text: string): Html => new Html(marked.parseInline(text, { async: false }));
