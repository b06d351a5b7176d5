// The exchange's name, logo and links, read from the page's <head>: available before any request.
import { ownLogo } from './logo.ts';

const said = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

/** Accepts http(s) URLs only. The server checks this too, but the page must not run a `javascript:` link from any server. */
const link = (url: string): string | null => (/^https?:\/\//.test(url) ? url : null);

export const brand = {
  name: said('application-name') || 'Millpond',
  logo: ownLogo(said('exchange-logo')),
  terms: link(said('exchange-terms')),
  help: link(said('exchange-help')),
} as const;

/** The software's name, shown if the exchange has another name. */
export const ENGINE = 'Millpond';
