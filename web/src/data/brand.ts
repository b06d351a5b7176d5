// The exchange's name, logo, links and ways, read from the page's <head>: available before any request.
import { ownLogo } from './logo.ts';

const metaContent = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

/** Accepts http(s) URLs only. The server checks this too, but the page must not run a `javascript:` link from any server. */
const link = (url: string): string | null => (/^https?:\/\//.test(url) ? url : null);

export const brand = {
  name: metaContent('application-name') || 'Millpond',
  logo: ownLogo(metaContent('exchange-logo')),
  terms: link(metaContent('exchange-terms')),
  help: link(metaContent('exchange-help')),
} as const;

/** True if a visitor who has not signed in has no account. */
export const needsKey = metaContent('exchange-auth') === 'keys';

/** True if the exchange signs a public log of its journal. */
export const isLogged = metaContent('exchange-log') !== '';

/** The software's name, shown if the exchange has another name. */
export const ENGINE = 'Millpond';
