// The fields of a brand that an operator may set: name, logo, accent and links, and their validation.
import { faultIn } from '../access/names.ts';
import { isImagePath } from '../ports/images.ts';
import { accentOf } from './accent.ts';

/** A field that is not set is empty. */
export type BrandFields = {
  readonly name: string;
  /** The path of an uploaded image. */
  readonly logo: string;
  /** As `#rrggbb`. */
  readonly accent: string;
  readonly termsUrl: string;
  readonly helpUrl: string;
};

const MAX_NAME = 40;
const MAX_URL = 512;
/** Without quotes, spaces and other characters that could end an HTML attribute or a line. */
const PLAIN_URL = /^https?:\/\/[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The fault of a field that is not empty, as text to follow the field's name; undefined if it is valid. */
export const FAULTS: { readonly [Name in keyof BrandFields]: (text: string) => string | undefined } = {
  name(text) {
    if ([...text].length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
    if (/^ | $| {2}/.test(text)) return 'must have no space at either end and no two in a row';
    return faultIn(text);
  },
  logo: (text) => (isImagePath(text) ? undefined : 'must be a path that uploadImage returned'),
  accent(text) {
    const accent = accentOf(text);
    if (accent === null) return 'must be a colour like #17594f';
    if (!('nearest' in accent)) return undefined;
    const { pair, contrast, needed, nearest } = accent;
    const ratio = Math.floor(contrast * 100) / 100;
    return `${text} cannot be read everywhere: ${pair} would have a contrast of ${ratio}:1 and needs ${needed}:1. The nearest colour that passes is ${nearest}`;
  },
  termsUrl: faultInUrl,
  helpUrl: faultInUrl,
};

function faultInUrl(text: string): string | undefined {
  const url = URL.parse(text);
  const isSafe =
    url !== null && PLAIN_URL.test(text) && text.length <= MAX_URL && url.username === '' && url.password === '';
  if (isSafe && (url.protocol === 'https:' || LOOPBACK.test(url.hostname))) return undefined;
  return `must be an https URL of at most ${MAX_URL} characters`;
}
