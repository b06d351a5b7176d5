// Whose exchange this is, as the head of the page says it: known before anything is asked.
import { ownLogo } from './logo.ts';

const said = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

/** The server refuses others; a page that something else has served must not run one either. */
const link = (url: string): string | null => (/^https?:\/\//.test(url) ? url : null);

export const brand = {
  name: said('application-name') || 'Millpond',
  logo: ownLogo(said('exchange-logo')),
  terms: link(said('exchange-terms')),
  help: link(said('exchange-help')),
} as const;

/** What it runs on, where that is not its name. */
export const ENGINE = 'Millpond';
