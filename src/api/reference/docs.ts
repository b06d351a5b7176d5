// The reference at /docs: pages made from the OpenAPI document. They can be read without scripts; a small script sends calls.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { smallPath } from '../../ports/images.ts';
import type { AuthMode } from '../door/caller.ts';
import type { Limits } from '../door/rate-limit.ts';
import { Asset } from '../page/asset.ts';
import { type Branded, brandedOf } from '../page/brand.ts';
import type { Face, PageOptions } from '../page/page.ts';
import { PAGE_FOLDER, readPageFiles } from '../page/page-files.ts';
import { openApiDocument } from './openapi.ts';
import { errorTable } from './openapi-guide.ts';
import { callPage } from './page/call.ts';
import { ReferenceDocument } from './page/document.ts';
import { errorRows, errorsPage } from './page/errors.ts';
import { type Frame, framed, guidePage } from './page/frame.ts';
import type { Html } from './page/html.ts';

type DocsOptions = PageOptions & { readonly auth: AuthMode };

export function registerDocs(
  app: FastifyInstance,
  { brand, images }: Face,
  limits: Pick<Limits, 'countStranger'>,
  { auth, pageFolder = PAGE_FOLDER, publicUrl }: DocsOptions,
): void {
  const branded = brandedOf(brand, images, { publicUrl });
  const files = filesWith(pageFolder);
  const source = lazily(async () => openApiDocument(auth));
  const json = lazily(async () => new Asset('application/json', Buffer.from(JSON.stringify(await source()))));
  const reference = lazily(async () => new ReferenceDocument(await source()));
  const errors = lazily(async () => errorRows(errorTable()));

  for (const [path, load] of Object.entries({ '/openapi.json': json, ...files }))
    app.get(path, async (request, reply) => (await load()).send(request, reply));

  const pageOf = pagesOf(MAX_PAGES);
  const send = async (request: FastifyRequest, reply: FastifyReply, { at, origin, title, content }: Page) => {
    const now = await branded();
    const page = await pageOf(now, `${at} ${origin ?? ''}`, async () => {
      // The page contains the Host of the request: a new Host each time would make it anew each time.
      const refusal = limits.countStranger(request, PAGE_WEIGHT);
      if (refusal) throw refusal;
      const frame = await frameOf(now, files);
      const shown = {
        title: title === '' ? `${now.name} API` : `${title} – ${now.name} API`,
        content: await content(),
        at,
      };
      return new Asset('text/html', Buffer.from(framed(await reference(), frame, shown)));
    });
    reply.header('content-security-policy', POLICY).header('referrer-policy', 'same-origin');
    return page.send(request, reply, false);
  };

  app.get('/docs', async (_, reply) => reply.redirect('/docs/', 301));
  app.get('/docs/', (request, reply) => {
    const content = async () => guidePage(await reference(), (await branded()).name);
    return send(request, reply, { at: '', title: '', content });
  });
  app.get('/docs/errors', (request, reply) => {
    return send(request, reply, { at: 'errors', title: 'Errors', content: async () => errorsPage(await errors()) });
  });
  app.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const { name } = request.params;
    const operations = (await reference()).calls.get(name);
    if (!operations) return reply.callNotFound();
    const origin = publicUrl ? new URL(publicUrl).origin : originOf(request);
    const content = async () => callPage({ name, operations, origin, errors: await errors() });
    return send(request, reply, { at: name, origin, title: name, content });
  });
}

/** `origin` is absent if the page does not contain it. */
type Page = { readonly at: string; readonly origin?: string; readonly title: string; content(): Promise<Html> };

/** Making a page takes as long as this many quotes. */
const PAGE_WEIGHT = 10;
/** Most pages that are cached: all calls for two origins. A page takes 35 kB with its compressed forms. */
const MAX_PAGES = 200;

/** Caches pages, since making one takes longer than a swap; all of them are made anew when the branding changes. */
function pagesOf(max: number): (branded: Branded, name: string, make: () => Promise<Asset>) => Promise<Asset> {
  let pages: { readonly branded: Branded; readonly byName: Map<string, Promise<Asset>> } | undefined;
  return (branded, name, make) => {
    if (pages?.branded !== branded || pages.byName.size >= max) pages = { branded, byName: new Map() };
    const { byName } = pages;
    const page = byName.get(name) ?? make();
    byName.set(name, page);
    // A failure is not cached.
    page.catch(() => byName.delete(name));
    return page;
  };
}

/** The origin under which this client reaches the exchange. */
const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

/** Makes a value on first use; a failure is not cached. */
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

type Files = ReturnType<typeof filesWith>;

const filesWith = (pageFolder: string) => ({
  '/docs/page.css': lazily(async () => {
    const fonts = fontsOf((await readPageFiles(pageFolder)) ?? new Map());
    return new Asset('text/css', Buffer.concat([Buffer.from(fonts), await readFile(publicFile('docs.css'))]));
  }),
  '/docs/page.js': lazily(async () => new Asset('text/javascript', await readFile(publicFile('docs.js')))),
});

/** The font files of the web page, whose names change with their content. If it is not built, the system's fonts are used. */
const fontsOf = (files: ReadonlyMap<string, unknown>): string =>
  Object.entries({ 'source-serif-4': 'Source Serif 4', 'familjen-grotesk': 'Familjen Grotesk' })
    .flatMap(([name, family]) => {
      const file = [...files.keys()].find(
        (path) => path.startsWith(`assets/${name}`) && path.endsWith('.woff2') && !path.includes('-cyrillic-'),
      );
      return file === undefined
        ? []
        : `@font-face{font-family:"${family}";src:url("/${file}") format("woff2");font-weight:200 900;font-display:swap}\n`;
    })
    .join('');

/** `public` is a sibling of both `src` and `dist`. */
const publicFile = (name: string): URL => new URL(`../../../public/${name}`, import.meta.url);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function frameOf({ name, logo, css }: Branded, files: Files): Promise<Frame> {
  const link = async (path: keyof Files) => `${path}?v=${(await files[path]()).version}`;
  return {
    exchange: name,
    styles: [await link('/docs/page.css'), ...(css ? [`/brand.css?v=${css.version}`] : [])],
    script: await link('/docs/page.js'),
    mark: logo === '' ? '/favicon.svg' : smallPath(logo),
  };
}
