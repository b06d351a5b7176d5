// Settings of what the page shows of its exchange.
import { FAULTS } from '../../brand/fields.ts';
import { anyText, fault, setting } from './readers.ts';

export const BRAND = {
  EXCHANGE_NAME: setting('NAME', '', 'Name of the exchange; operators can change it in the page [Millpond]', (text) =>
    branding('name', text),
  ),
  EXCHANGE_LOGO: setting('FILE', '', 'Logo of the exchange: a PNG, JPEG or WebP file', anyText),
  EXCHANGE_ACCENT: setting('COLOUR', '', 'Accent colour of the page, such as #17594f', (text) =>
    branding('accent', text.toLowerCase()),
  ),
  TERMS_URL: setting('URL', '', 'Link to the terms of use', (text) => branding('termsUrl', text)),
  HELP_URL: setting('URL', '', 'Link to help', (text) => branding('helpUrl', text)),
} as const;

/** By the rules of setBranding. */
function branding(field: keyof typeof FAULTS, text: string): string {
  const wrong = text === '' ? undefined : FAULTS[field](text);
  return wrong === undefined ? text : fault(wrong);
}
