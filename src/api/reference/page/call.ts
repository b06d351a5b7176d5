// The page of one call: its description, input, answer, failures, samples, and a form to send it.
import { exampleOf, type Operation } from './document.ts';
import type { ErrorRow } from './errors.ts';
import { parameterList, schemaFields } from './fields.ts';
import { type Html, html, inline } from './html.ts';
import { answerOf, bodyOf, clientOf, curlOf, isStream, queryOf, takesKey } from './samples.ts';

export type CallPage = {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** The origin that samples use. */
  readonly origin: string;
  /** When each error code occurs, in the order of their status. */
  readonly errors: readonly ErrorRow[];
};

export const callPage = ({ name, operations, origin, errors }: CallPage): Html => html`
<h1>${name}</h1>
${operations.map(
  (operation) => html`
<section aria-label="${operation.method} ${operation.path}">
<p class="way"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
<p class="summary">${inline(operation.summary)}.</p>
<p>${inline(operation.description)}</p>
${whoMay(operation)}
<div class="columns">
<div>${takes(operation)}${answers(operation)}${fails(operation, errors)}</div>
<div>${samples(operation, origin)}${!isStream(operation) && sendForm(operation)}</div>
</div>
</section>`,
)}`;

const whoMay = (operation: Operation): Html =>
  html`<p class="who">${operation.security.length === 0 ? 'Anyone may call it.' : takesKey(operation) ? 'Needs an API key or a session.' : 'In local mode it needs no key.'}</p>`;

function takes({ parameters, requestBody }: Operation): Html {
  const [query, headers] = (['query', 'header'] as const).map((where) => parameters.filter((one) => one.in === where));
  const body = requestBody?.content['application/json']?.schema;
  return html`
${query && query.length > 0 && html`<h2>Parameters</h2>${parameterList(query)}`}
${body && html`<h2>Body</h2>${schemaFields(body)}`}
${headers && headers.length > 0 && html`<details class="part"><summary>Request headers</summary>${parameterList(headers)}</details>`}`;
}

function answers({ responses }: Operation): Html {
  const { content = {}, headers = {} } = responses[200] ?? {};
  const [type, first] = Object.entries(content)[0] ?? [];
  const schema = first?.schema.contentSchema ?? first?.schema;
  const files = Object.keys(content).slice(1);
  return html`
<h2>Answer</h2>
${type === 'text/event-stream' && html`<p>A stream of events (<code>${type}</code>). The data of each has these fields.</p>`}
${schema && schemaFields(schema)}
${files.length > 0 && html`<p>Also as ${files.map((file, index) => html`${index > 0 && ' or '}<code>${file}</code>`)}, with <code>format</code>.</p>`}
${'202' in responses && html`<p>If the venue settles later, the status is 202 and <code>data.status</code> is <code>pending</code>.</p>`}
${Object.keys(headers).length > 0 && html`<details class="part"><summary>Answer headers</summary><dl class="fields">${Object.entries(headers).map(([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${inline(description)}</dd>`)}</dl></details>`}`;
}

function fails({ responses }: Operation, errors: CallPage['errors']): Html {
  const code = responses.default?.headers?.['Error-Code'];
  const texts = [responses.default, code, code?.schema].map((part) => part?.description ?? '');
  const listed = new Set(texts.flatMap((text) => text.replace(/^.*: /, '').split(', ')));
  const rows = errors.filter(({ name }) => listed.has(name));
  return html`
<details class="part"><summary>Errors (${rows.length})</summary>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>${rows.map(
    ({ status, name, when }) =>
      html`<tr><td>${status}</td><td><a href="/docs/errors#${name.replace(' ', '.')}"><code>${name}</code></a></td><td>${inline(when)}</td></tr>`,
  )}</tbody></table></details>`;
}

const samples = (operation: Operation, origin: string): Html => html`
<h2>Samples</h2>
${sample('curl', curlOf(operation, origin))}
${operation.method === 'GET' && operation.parameters.some(({ name }) => name === 'Idempotency-Key') ? '' : sample('TypeScript', clientOf(operation))}
${sample('Answer', answerOf(operation))}`;

const sample = (title: string, text: string): Html =>
  html`<figure class="sample"><figcaption>${title} <button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0" aria-label="${title}"><code>${text}</code></pre></figure>`;

function sendForm(operation: Operation): Html {
  const { method, path, parameters } = operation;
  const body = bodyOf(operation);
  const sent = new Map(queryOf(operation));
  const id = (name: string) => `${method}-${name}`;
  return html`
<form class="send" data-method="${method}" data-path="${path}" hidden>
<h2>Try it</h2>
${parameters
  .filter((one) => one.in === 'query')
  .map(
    ({ name, schema }) => html`<div class="field"><label for="${id(name)}"><code>${name}</code></label>
<input id="${id(name)}" name="${name}" value="${sent.get(name) ?? ''}" placeholder="${String(exampleOf(schema) ?? '')}" autocomplete="off" spellcheck="false"></div>`,
  )}
${body !== undefined && html`<div class="field"><label for="${id('body')}">Body</label><textarea id="${id('body')}" class="body" rows="12" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></div>`}
${takesKey(operation) && html`<div class="field"><label for="${id('key')}">API key (not needed if you are signed in)</label><input id="${id('key')}" class="key" type="password" autocomplete="off"></div>`}
<button type="submit">Send ${method} ${path}</button>
<section class="answer" aria-label="Response to ${method}" aria-live="polite"></section>
</form>`;
}
