// Serves the web page to clients that accept HTML; others get it only at /.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../../brand/brand.ts';
import type { Images } from '../../ports/images.ts';
import { ApiError } from '../errors.ts';
import type { Asset } from './asset.ts';
import { type BrandedOptions, brandedOf, escapeHtml, pageWith, registerBrand } from './brand.ts';
import { PAGE_FOLDER, readPageFiles } from './page-files.ts';
import { bridgesOn, registerTonConnect } from './ton-connect.ts';

export type PageOptions = BrandedOptions & {
  /** The folder of the built page; by default the one that the build writes. */
  readonly pageFolder?: string;
};

/** Paths for which the page has a screen; at any other path it shows that nothing is there. */
const SCREENS = [
  '/',
  '/pools',
  '/pool/*',
  '/tokens',
  '/token/*',
  '/portfolio',
  '/gains',
  '/join',
  '/activity',
  '/tx/*',
  '/account',
  '/account/*',
  '/operator',
  '/operator/*',
];

/** Files at fixed paths; browsers request /favicon.ico on their own. */
const FILES = {
  ...Object.fromEntries(
    ['favicon.svg', 'licenses.txt', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'apple-touch-icon.png'].map(
      (name) => [`/${name}`, name],
    ),
  ),
  '/favicon.ico': 'favicon.svg',
};

/** The Content-Security-Policy of the page; on a chain, the page also connects to the bridges (relay servers) of wallets. */
const policyWith = (bridges: readonly string[]): string =>
  [
    "default-src 'self'",
    ...(bridges.length === 0 ? [] : [`connect-src 'self' ${bridges.join(' ')}`]),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

export type Face = { readonly brand: Brand; readonly images: Images };

export function registerPage(
  app: FastifyInstance,
  { brand, images }: Face,
  { pageFolder = PAGE_FOLDER, ...options }: PageOptions,
): void {
  const fileNamed = filesIn(pageFolder);
  const branded = brandedOf(brand, images, options);
  const withBrand = pageWith();
  const indexPage = async () => {
    const index = await fileNamed('index.html');
    return index && withBrand(index, await branded());
  };
  registerBrand(app, branded);
  const { chain, publicUrl } = options;
  if (chain) registerTonConnect(app, branded, { publicUrl, network: chain.network });
  const policy = policyWith(chain ? bridgesOn(chain.network) : []);
  const guarded = (reply: FastifyReply): FastifyReply =>
    reply.header('content-security-policy', policy).header('referrer-policy', 'same-origin');
  for (const path of SCREENS) {
    const wants = path === '/' ? takesPage : wantsPage;
    app.get(path, async (request, reply) => {
      const index = wants(request) ? await indexPage() : undefined;
      if (!index) return reply.callNotFound();
      return index.send(request, guarded(reply), false);
    });
  }
  for (const [path, name] of Object.entries(FILES)) {
    app.get(path, async (request, reply) => {
      const file = await fileNamed(name);
      // Icons are cached for a day: browsers request them whenever the URL changes, which is at every key typed.
      const isLasting = name === 'licenses.txt' ? false : 'a day';
      // Wallets show the icon on their own pages, too.
      if (chain) reply.header('cross-origin-resource-policy', 'cross-origin');
      return file ? file.send(request, reply, isLasting) : reply.callNotFound();
    });
  }
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = await fileNamed(`assets/${request.params['*']}`);
    return file ? file.send(request, reply, true) : reply.callNotFound();
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) refuseUnknown();
    guarded(reply).code(404);
    const index = await indexPage();
    if (index) return index.sendBody(request, reply.header('vary', 'accept-encoding'));
    return reply.type('text/html; charset=utf-8').send(notBuilt((await brand.now()).name));
  });
}

/** True for a browser that opens a page, which it shows by accepting HTML. */
export const wantsPage = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept);

/** Also true for clients that accept any type, such as curl, monitors and link previews: / has nothing but the page. */
const takesPage = (request: FastifyRequest): boolean =>
  wantsPage(request) || /^\s*$|(\*|text)\/\*/.test(request.headers.accept ?? '');

export function refuseUnknown(): never {
  throw new ApiError('not_found', 'There is no such call; see /docs for the list.', 'path');
}

/** Reads all files at once on first use, so that they are of one build; if the page is missing, it looks again next time. */
function filesIn(folder: string): (name: string) => Promise<Asset | undefined> {
  let files: ReturnType<typeof readPageFiles> | undefined;
  return async (name) => {
    files ??= readPageFiles(folder);
    try {
      const found = await files;
      if (!found) files = undefined;
      return found?.get(name);
    } catch (error) {
      files = undefined;
      throw error;
    }
  };
}

const notBuilt = (name: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<p>The web page is not built yet: run <code>npm run build:web</code>. The API works without it; see <a href="/docs/">/docs</a>.
</html>
`;
