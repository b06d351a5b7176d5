// The frame of every page of the reference: header, list of calls, content.
import type { ReferenceDocument } from './document.ts';
import { Html, html, markdown } from './html.ts';

export type Frame = {
  readonly exchange: string;
  /** URLs of the files that the page loads, and of the small logo. */
  readonly styles: readonly string[];
  readonly script: string;
  readonly mark: string;
};

export const framed = (
  document: ReferenceDocument,
  frame: Frame,
  page: { title: string; content: Html; at: string },
): string =>
  html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${frame.mark}">
${frame.styles.map((style) => html`<link rel="stylesheet" href="${style}">\n`)}<script src="${frame.script}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header><a href="/"><img src="${frame.mark}" alt="" width="28" height="28">${frame.exchange}</a> <a href="/docs/">API</a> <a class="calls" href="/docs/#calls">All calls</a></header>
<nav aria-label="Calls">
<label for="filter">Find a call</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false">
${document.tags.map(({ name }) => group(name, document, page.at))}
</nav>
<main id="content" tabindex="-1">
${page.content}
</main>
</body>
</html>
`.text;

function group(tag: string, document: ReferenceDocument, at: string): Html {
  const names = namesOf(document, tag);
  const links = names.length > 0 ? names : ['errors'];
  return html`<h2>${tag}</h2><ul>${links.map(
    (name) =>
      html`<li><a href="/docs/${name}"${name === at ? html` aria-current="page"` : ''}>${name === 'errors' ? 'All error codes' : name}</a></li>`,
  )}</ul>`;
}

const namesOf = ({ calls }: ReferenceDocument, tag: string): readonly string[] =>
  [...calls].filter(([, [operation]]) => operation?.tag === tag).map(([name]) => name);

/** The first page: the guide, and all calls with one line each. */
export const guidePage = (document: ReferenceDocument, exchange: string): Html => html`
<h1>${exchange} API</h1>
${markdown(document.guide)}
<p>The whole reference as an OpenAPI 3.1 document: <a href="/openapi.json">/openapi.json</a></p>
<h2 id="calls">Calls</h2>
${document.tags.map(({ name: tag, description }) => {
  const names = namesOf(document, tag);
  if (names.length === 0)
    return html`<h3>${tag}</h3><p><a href="/docs/errors">All error codes</a>, when each occurs and what to do.</p>`;
  return html`<h3>${tag}</h3><p>${description}</p>
<dl class="calls">${names.map((name) => html`<dt><a href="/docs/${name}">${name}</a></dt><dd>${document.calls.get(name)?.[0]?.summary ?? ''}</dd>`)}</dl>`;
})}`;
