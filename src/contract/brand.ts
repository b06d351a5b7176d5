// The name, logo, accent and links of the exchange.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Fields } from './fields.ts';
import { LOGO, Str } from './records.ts';

export const Branding = Type.Object({
  name: Str('Name of the exchange.', 'Harbour Exchange'),
  logo: Str('Path of its logo on this server; empty if it has none.', LOGO),
  accent: Str('Accent colour as `#rrggbb`; empty for the default.', '#17594f'),
  termsUrl: Str('Link to the terms; empty if there is none.', 'https://example.com/terms'),
  helpUrl: Str('Link to help; empty if there is none.', 'https://example.com/help'),
});

const field = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

export const getBranding = declareQuery({
  name: 'getBranding',
  who: 'anyone',
  tag: 'Market',
  summary: 'Get the name and logo of the exchange',
  description: 'The values that an operator has set, or else the defaults.',
  input: Fields({}),
  output: Branding,
});

export const setBranding = declareCall({
  name: 'setBranding',
  needsProof: 'always',
  method: 'POST',
  who: 'operator',
  changes: true,
  takesNoKey: true,
  tag: 'Operator',
  summary: 'Set the name and logo of the exchange',
  description:
    'Omitted fields stay as they are; an empty one goes back to its default. A hard to read accent colour (below WCAG AA in a theme) is refused, with the nearest one that passes.',
  input: Fields(
    {
      name: field(80, 'Name, up to 40 visible characters.', 'Harbour Exchange'),
      logo: field(128, 'A path returned by uploadImage with `use: "exchange"`.', ''),
      accent: field(16, 'Accent colour as `#rrggbb`.', '#17594f'),
      termsUrl: field(512, 'https link to the terms.', 'https://example.com/terms'),
      helpUrl: field(512, 'https link to help.', 'https://example.com/help'),
    },
    { examples: [{ name: 'Harbour Exchange', accent: '#17594f' }] },
  ),
  output: Branding,
  refusals: ['input_refused accent'],
});
