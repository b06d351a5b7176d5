// The page of all error codes, from the table of docs/errors.md.
import { type Html, html, inline } from './html.ts';

export type ErrorRow = {
  /** A code, or a code and its reason. */
  readonly name: string;
  readonly status: string;
  readonly when: string;
  readonly whatToDo: string;
};

/** Rows of the table of docs/errors.md: code and reason, status, when, what to do. */
export const errorRows = (table: string): readonly ErrorRow[] =>
  table
    .split('\n')
    .slice(2)
    .map((line) => {
      const [code = '', status = '', when = '', whatToDo = ''] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return { name: code.replaceAll('`', ''), status, when, whatToDo };
    });

export const errorsPage = (rows: readonly ErrorRow[]): Html => html`
<h1>Errors</h1>
<p>A failed call answers <code>{"error": "…"}</code>: a message for people. Programs use the code in the header <code>Error-Code</code>.
The second word of some is in the header <code>Reason-Code</code>.</p>
<div class="wide" tabindex="0" role="region" aria-label="All error codes">
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows.map(errorRow)}</tbody></table>
</div>`;

/** A code with reasons is also found without one. */
const errorRow = ({ name, status, when, whatToDo }: ErrorRow, at: number, rows: readonly ErrorRow[]): Html => {
  const [code = '', reason] = name.split(' ');
  const isFirst = reason !== undefined && !rows[at - 1]?.name.startsWith(`${code} `);
  return html`<tr id="${name.replace(' ', '.')}"><td>${isFirst && html`<a id="${code}"></a>`}<code>${name}</code></td><td>${status}</td><td>${inline(when)}</td><td>${inline(whatToDo)}</td></tr>`;
};
