// The page of all error codes, from the table of docs/errors.md.
import { type Html, html, inline } from './html.ts';

export type ErrorRow = {
  readonly code: string;
  readonly status: string;
  readonly when: string;
  readonly whatToDo: string;
};

/** Rows of the table of docs/errors.md: code, status, when, what to do. */
export const errorRows = (table: string): readonly ErrorRow[] =>
  table
    .split('\n')
    .slice(2)
    .map((line) => {
      const [code = '', status = '', when = '', whatToDo = ''] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return { code: code.replaceAll('`', ''), status, when, whatToDo };
    });

export const errorsPage = (rows: readonly ErrorRow[]): Html => html`
<h1>Errors</h1>
<p>A failed call answers <code>{"error": "…"}</code>: a message for people. Programs use the code in the header <code>Error-Code</code>.</p>
<div class="wide" tabindex="0" role="region" aria-label="All error codes">
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows.map(({ code, status, when, whatToDo }) => html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${inline(when)}</td><td>${inline(whatToDo)}</td></tr>`)}</tbody></table>
</div>`;
