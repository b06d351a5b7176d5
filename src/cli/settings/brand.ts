// Settings of the exchange's brand on the web page: name, logo, colour and links.
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

/** Validates a text by the same rules as the call setBranding. */
function branding(field: keyof typeof FAULTS, text: string): string {
  const wrong = text === '' ? undefined : FAULTS[field](text);
  return wrong === undefined ? text : fault(wrong);
}
