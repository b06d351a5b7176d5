// Parses names, symbols and logos of tokens, which others see and which must not deceive them.

import { faultIn } from '../../access/names.ts';
import { accountName } from '../../address.ts';
import { type Images, isImagePath } from '../../ports/images.ts';
import { ApiError } from '../errors.ts';

export function readSymbol(text: string): string {
  // A symbol follows the rule for account names: printable, without spaces.
  const fault =
    faultIn(text) ?? (accountName(text) === null ? 'must be 1 to 32 printable characters without spaces' : '');
  return fault === '' ? text : bad('symbol', fault);
}

/** The name and the logo, if given; an empty one removes the current one. */
const readLooks = ({ name, logo }: { readonly name?: string; readonly logo?: string }) => ({
  ...(name !== undefined && { name: readName(name) }),
  ...(logo !== undefined && { logo: readLogo(logo) }),
});

/** Like `readLooks`, but also checks that a logo given as a path is a stored image. */
export async function readShownLooks(images: Images, given: { readonly name?: string; readonly logo?: string }) {
  const looks = readLooks(given);
  const { logo = '' } = looks;
  if (isImagePath(logo) && !(await images.has(logo))) {
    return bad('logo', 'names an image that is not stored here; upload it with uploadImage first');
  }
  return looks;
}

function readName(text: string): string {
  const fault = faultIn(text);
  if (fault !== undefined) return bad('name', fault);
  if (/^ | $| {2}/.test(text)) return bad('name', 'must not start or end with a space or have two spaces in a row');
  return text;
}

const MAX_URL_LENGTH = 512;
const HTTPS = /^https:\/\/[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const DATA = /^data:image\/(png|jpeg|webp);base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** Magic bytes of each format. SVG is excluded: it can contain scripts, and not every client shows it as an image. */
const BEGINS: Readonly<Record<string, RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF[\s\S]{4}WEBP/,
};

function readLogo(text: string): string {
  const [, kind, data] = DATA.exec(text) ?? [];
  if (kind !== undefined && BEGINS[kind]?.test(Buffer.from(data as string, 'base64').toString('latin1'))) return text;
  if (text === '' || isImagePath(text) || isPlainUrl(text)) return text;
  return bad(
    'logo',
    `must be an https URL of at most ${MAX_URL_LENGTH} characters, a PNG, JPEG or WebP as a base64 data URL, or a path that uploadImage returned`,
  );
}

function isPlainUrl(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !HTTPS.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

function bad(field: string, fault: string): never {
  throw new ApiError('invalid_request', `${field} ${fault}.`);
}
