// Bad requests to set up an exchange: branding, images, and account imports.
import { type Row, unseen } from './row.ts';

const upload = (image: unknown, more: object = {}) => ({ path: '/uploadImage', body: { image, ...more } });
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const brand = (fields: object) => ({ path: '/setBranding', body: fields });
const load = (csv: unknown, more: object = {}) => ({ path: '/importAccounts', body: { csv, ...more } });

const BASE64 = 'image must be the file as base64, without a prefix such as data:image/png;base64.';
const NO_IMAGE = 'The file is not a PNG, JPEG or WebP image.';
const link = (field: string) => `${field} must be an https URL of at most 512 characters.`;
const line = (number: number, fault: string) => `Nothing was imported. Line ${number}: ${fault}.`;

export const SETUP: readonly Row[] = [
  ['an image as a data URL', upload('data:image/png;base64,iVBORw0KGgo='), 400, 'invalid_request', BASE64],
  ['an image in base64url', upload('iVBO-_0K'), 400, 'invalid_request', BASE64],
  ['an image without padding', upload('iVBORw0KGgo'), 400, 'invalid_request', BASE64],
  [
    'an image for a banner',
    upload('AAAA', { use: 'banner' }),
    400,
    'invalid_request',
    'use must be token or exchange.',
  ],
  ['an image that is a text', upload(base64('hello')), 422, 'input_refused', NO_IMAGE],
  ['an image that is SVG', upload(base64('<svg xmlns="http://www.w3.org/2000/svg"/>')), 422, 'input_refused', NO_IMAGE],
  ['an image that is GIF', upload(base64('GIF89a\x01\x00\x01\x00')), 422, 'input_refused', NO_IMAGE],
  [
    'the beginning of an image',
    upload(base64('\x89PNG\r\n\x1a\n')),
    422,
    'input_refused',
    /^The image cannot be decoded: /,
  ],

  ['getBranding with a parameter', { path: '/getBranding?of=b' }, 400, 'invalid_request', /^of is not a parameter/],
  [
    'a name of 41 characters',
    brand({ name: 'n'.repeat(41) }),
    400,
    'invalid_request',
    'name must have at most 40 characters.',
  ],
  [
    'a name of 81 characters',
    brand({ name: 'n'.repeat(81) }),
    400,
    'invalid_request',
    'name must have at most 80 characters.',
  ],
  [
    'a name that starts with a space',
    brand({ name: ' Pond' }),
    400,
    'invalid_request',
    'name must have no space at either end and no two in a row.',
  ],
  ['a name with an unseen letter', brand({ name: 'Po\u200bnd' }), 400, 'invalid_request', `name ${unseen('U+200B')}`],
  [
    'a logo on another server',
    brand({ logo: 'https://example.com/l.png' }),
    400,
    'invalid_request',
    'logo must be a path that uploadImage returned.',
  ],
  [
    'a logo that is not stored',
    brand({ logo: `/images/${'0'.repeat(64)}.png` }),
    400,
    'invalid_request',
    /^logo must be a path that uploadImage returned/,
  ],
  ['a colour by its name', brand({ accent: 'green' }), 400, 'invalid_request', 'accent must be a colour like #17594f.'],
  [
    'a colour of too little contrast',
    brand({ accent: '#ffff00' }),
    422,
    'input_refused',
    /^accent #ffff00 cannot be read everywhere: .* The nearest colour that passes is #[0-9a-f]{6}\.$/,
  ],
  ['terms without TLS', brand({ termsUrl: 'http://example.com/' }), 400, 'invalid_request', link('termsUrl')],
  ['terms as a javascript: URL', brand({ termsUrl: 'javascript:alert(1)' }), 400, 'invalid_request', link('termsUrl')],
  ['help with a password', brand({ helpUrl: 'https://a:b@example.com/' }), 400, 'invalid_request', link('helpUrl')],
  [
    'help with a quote that ends its HTML attribute',
    brand({ helpUrl: 'https://example.com/"><b>' }),
    400,
    'invalid_request',
    link('helpUrl'),
  ],
  ['a brand with an unknown field', brand({ css: 'a' }), 400, 'invalid_request', 'css is not a field of this call.'],
  ['a good name with a bad colour', brand({ name: 'Pond', accent: 'red' }), 400, 'invalid_request', /^accent must be/],

  ['an import of blank lines', load('\n\n'), 422, 'input_refused', line(1, 'the file is empty')],
  ['an import of a header only', load('account\n'), 422, 'input_refused', line(1, 'no row follows the header')],
  ['an import with no accounts', load('role\ntrader\n'), 422, 'input_refused', line(1, 'there is no column account')],
  [
    'an import of a binary file',
    load('PK\u0003\u0004'),
    422,
    'input_refused',
    line(1, 'this is not a text file in UTF-8; save it as CSV (UTF-8)'),
  ],
  [
    'an import of a negative balance',
    load('account,APPLE\nann,1\nbob,-1\n'),
    422,
    'input_refused',
    line(3, 'APPLE must not be negative'),
  ],
  [
    'an import of an account twice',
    load('account\nann\nAnn\n'),
    422,
    'input_refused',
    line(3, 'account Ann is on line 2 already, or looks like the one there'),
  ],
  [
    'an import of an unknown role',
    load('account,role\nann,king\n'),
    422,
    'input_refused',
    line(2, 'role must be trader or operator, not king'),
  ],
  [
    'an import of an unknown token',
    load('account,nonesuch\nann,1\n'),
    422,
    'input_refused',
    /^Nothing was imported\. Line 1: .*nonesuch/,
  ],
  [
    'an import of six faults',
    load('account,APPLE\nann,x\nben,x\ncid,x\ndan,x\neve,x\nfay,x\n'),
    422,
    'input_refused',
    /Line 6: APPLE must be a plain number such as 12\.5, not x\. And 1 more\.$/,
  ],
  [
    'an import with an unknown value of links',
    load('account\nann\n', { links: 'all' }),
    400,
    'invalid_request',
    'links must be missing, new or none.',
  ],
  [
    'an import whose check is no boolean',
    load('account\nann\n', { check: 'yes' }),
    400,
    'invalid_request',
    'check must be a boolean.',
  ],
];
