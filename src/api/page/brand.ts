// Applies the name, logo and accent of an exchange: the head of the page, a stylesheet and a manifest, made once per change.
import type { FastifyInstance } from 'fastify';
import { type Accent, accentOf, stylesheetOf } from '../../brand/accent.ts';
import type { Brand } from '../../brand/brand.ts';
import type { BrandFields } from '../../brand/fields.ts';
import { type Icons, type Images, smallPath } from '../../ports/images.ts';
import { Asset } from './asset.ts';

export type Branded = BrandFields & {
  readonly css: Asset | null;
  readonly manifest: Asset;
  readonly icons: Icons | null;
  /** Elements for the <head> of every page. */
  readonly head: string;
};

export type BrandedOptions = {
  /** The public URL of this exchange; null if not configured. */
  readonly publicUrl: string | null;
  /** The id of the TON network if the exchange settles there; the page contains it, so that it need not request it. */
  readonly chain?: { readonly network: number };
  /** The page is told if it is `keys`, since a visitor may then have no account. */
  readonly auth?: 'local' | 'keys';
  /** True if the exchange signs its public log: the page then offers to check receipts, and compares checkpoints. On a chain there is none. */
  readonly isLogged?: boolean;
};

/** Returns a function that gives the current branding: the same object until an operator changes it. */
export function brandedOf(brand: Brand, images: Images, options: BrandedOptions): () => Promise<Branded> {
  let last: { readonly fields: BrandFields; readonly branded: Promise<Branded> } | undefined;
  return async () => {
    const fields = await brand.now();
    if (last?.fields !== fields) {
      last = { fields, branded: make(fields, images, options) };
      // A failure is not cached.
      last.branded.catch(() => {
        last = undefined;
      });
    }
    return last.branded;
  };
}

export function registerBrand(app: FastifyInstance, branded: () => Promise<Branded>): void {
  app.get('/brand.css', async (request, reply) => {
    const { css } = await branded();
    return css ? css.send(request, reply) : reply.callNotFound();
  });
  app.get('/manifest.webmanifest', async (request, reply) => (await branded()).manifest.send(request, reply, false));
}

async function make(fields: BrandFields, images: Images, options: BrandedOptions): Promise<Branded> {
  const icons = fields.logo === '' ? null : ((await images.iconsOf(fields.logo)) ?? null);
  const shown = { ...fields, logo: icons ? fields.logo : '' };
  const css =
    shown.accent === '' ? null : new Asset('text/css', Buffer.from(stylesheetOf(accentOf(shown.accent) as Accent)));
  const manifest = new Asset('application/manifest+json', Buffer.from(JSON.stringify(manifestOf(shown, icons))));
  return { ...shown, css, manifest, icons, head: headOf(shown, { icons, css, ...options }) };
}

/** Background colours of the page in light and dark mode. */
const [PAPER, NIGHT] = ['#f3f2ea', '#0b1513'];

function manifestOf({ name, logo }: BrandFields, icons: Icons | null): object {
  const icon = (src: string, side: number, purpose = 'any') => ({
    src,
    sizes: `${side}x${side}`,
    type: src.endsWith('.png') ? 'image/png' : 'image/webp',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: shortName(name),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: icons
      ? [icon(smallPath(logo), 192), icon(logo, 512), icon(icons.maskable, 512, 'maskable')]
      : [icon('/icon-192.png', 192), icon('/icon-512.png', 512), icon('/icon-maskable.png', 512, 'maskable')],
  };
}

/** The label under the icon of the installed page: the name, its first word, or the part of that which fits. */
function shortName(name: string): string {
  const [first = name] = name.split(' ');
  const fitting = [name, first].find((text) => [...text].length <= 12);
  return fitting ?? [...first].slice(0, 12).join('');
}

type Head = Pick<Branded, 'icons' | 'css'> & BrandedOptions;

function headOf(
  { name, logo, termsUrl, helpUrl }: BrandFields,
  { icons, css, publicUrl, chain, auth, isLogged }: Head,
): string {
  const about = `Swap tokens and provide liquidity on ${name}. The quote is the fill, to the last digit.`;
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
  const image = logo === '' ? '/icon-512.png' : logo;
  return [
    meta('name', 'application-name', name),
    meta('name', 'description', about),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', name),
    meta('property', 'og:description', about),
    // Link previews need absolute URLs.
    ...(publicUrl === null
      ? []
      : [
          meta('property', 'og:url', new URL('/', publicUrl).href),
          meta('property', 'og:image', new URL(image, publicUrl).href),
        ]),
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${NIGHT}">`,
    ...(logo === '' ? [] : [meta('name', 'exchange-logo', logo)]),
    ...(termsUrl === '' ? [] : [meta('name', 'exchange-terms', termsUrl)]),
    ...(helpUrl === '' ? [] : [meta('name', 'exchange-help', helpUrl)]),
    ...(chain === undefined ? [] : [meta('name', 'exchange-chain', String(chain.network))]),
    ...(auth === 'keys' ? [meta('name', 'exchange-auth', auth)] : []),
    ...(isLogged && chain === undefined ? [meta('name', 'exchange-log', 'signed')] : []),
    `<title>${escapeHtml(name)}</title>`,
    logo === ''
      ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
      : `<link rel="icon" href="${smallPath(logo)}" type="image/webp">`,
    `<link rel="apple-touch-icon" href="${icons?.apple ?? '/apple-touch-icon.png'}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(css ? [`<link rel="stylesheet" href="/brand.css?v=${css.version}">`] : []),
  ].join('\n    ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

const HEAD = /<!--brand-->[\s\S]*?<!--\/brand-->/;

/** The page with the branded head; a page built without the placeholder stays unchanged. */
export function pageWith(): (index: Asset, branded: Branded) => Asset {
  const made = new WeakMap<Branded, { readonly index: Asset; readonly page: Asset }>();
  return (index, branded) => {
    const known = made.get(branded);
    if (known?.index === index) return known.page;
    const text = index.body.toString().replace(HEAD, () => branded.head);
    const page = new Asset('text/html', Buffer.from(text));
    made.set(branded, { index, page });
    return page;
  };
}
