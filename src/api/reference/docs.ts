// The reference at /docs: our own page around Scalar's script, from local files only, where nothing inline may run or style.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { smallPath } from '../../ports/images.ts';
import type { AuthMode } from '../door/caller.ts';
import { Asset } from '../page/asset.ts';
import { type Branded, brandedOf, escapeHtml } from '../page/brand.ts';
import type { Face, PageOptions } from '../page/page.ts';
import { PAGE_FOLDER, readPageFiles } from '../page/page-files.ts';
import { openApiDocument } from './openapi.ts';

type DocsOptions = PageOptions & { readonly auth: AuthMode };

export function registerDocs(
  app: FastifyInstance,
  { brand, images }: Face,
  { auth, pageFolder = PAGE_FOLDER, publicUrl }: DocsOptions,
): void {
  const branded = brandedOf(brand, images, { publicUrl });
  const files = filesWith(pageFolder);

  const document = lazily(
    async () => new Asset('application/json', Buffer.from(JSON.stringify(openApiDocument(auth)))),
  );
  for (const [path, load] of Object.entries({ '/openapi.json': document, ...files })) {
    const config = path === LARGE ? { who: 'anyone' as const, weight: 20 } : {};
    app.get(path, { config }, async (request, reply) => (await load()).send(request, reply));
  }
  app.get('/docs', async (_, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', async (_, reply) => {
    const nonce = randomBytes(18).toString('base64');
    reply.header('content-security-policy', policy(nonce)).header('referrer-policy', 'same-origin');
    return reply.type('text/html; charset=utf-8').send(await page(nonce, files, await branded()));
  });
}

/** Four megabytes, where it is not compressed; a browser asks for it once. */
const LARGE = '/docs/scalar.js';

/** Made when it is first asked for; what could not be made is tried again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Large, and the same for all servers of a process. */
const SCALAR = lazily(async () => new Asset('text/javascript', await scalarScript()));

const filesWith = (pageFolder: string) => ({
  '/docs/page.css': lazily(async () => {
    const fonts = fontsOf((await readPageFiles(pageFolder)) ?? new Map());
    return new Asset('text/css', Buffer.concat([Buffer.from(fonts), await readFile(publicFile('docs.css'))]));
  }),
  '/docs/page.js': lazily(async () => new Asset('text/javascript', await readFile(publicFile('docs.js')))),
  [LARGE]: SCALAR,
});

/** The fonts of the page, which has them under names that change with them; without it there are others. */
const fontsOf = (files: ReadonlyMap<string, unknown>): string =>
  Object.entries({ 'source-serif-4': 'Source Serif 4', 'familjen-grotesk': 'Familjen Grotesk' })
    .flatMap(([name, family]) => {
      const file = [...files.keys()].find((path) => path.startsWith(`assets/${name}`) && path.endsWith('.woff2'));
      return file === undefined
        ? []
        : `@font-face{font-family:"${family}";src:url("/${file}") format("woff2");font-weight:200 900;font-display:swap}\n`;
    })
    .join('');

/** Beside `src` and `dist` alike. */
const publicFile = (name: string): URL => new URL(`../../../public/${name}`, import.meta.url);

/** By a thread that ends: its four megabytes would stop this one for long, and leave behind what nothing else needs. */
async function scalarScript(): Promise<Buffer> {
  const thread = new Worker(new URL(`./scalar-script${extname(import.meta.url)}`, import.meta.url));
  const [script] = await once(thread, 'message');
  return Buffer.from(script);
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

async function page(nonce: string, files: ReturnType<typeof filesWith>, { name, logo, css }: Branded): Promise<string> {
  const [shown, mark] = [escapeHtml(name), logo === '' ? '/favicon.svg' : smallPath(logo)];
  const link = async (path: keyof typeof files) => `${path}?v=${(await files[path]()).version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>${shown} API</title>
<link rel="icon" href="${mark}">
<link rel="stylesheet" href="${await link('/docs/page.css')}">${css ? `\n<link rel="stylesheet" href="/brand.css?v=${css.version}">` : ''}
</head>
<body>
<header><a href="/"><img src="${mark}" alt="" width="28" height="28">${shown}</a> API</header>
<div id="reference"></div>
<script src="${await link('/docs/page.js')}"></script>
<script src="${await link('/docs/scalar.js')}"></script>
</body>
</html>
`;
}
