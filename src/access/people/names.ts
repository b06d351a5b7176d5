// The names that people choose: plain, and none that looks like another.
import { AccessRefused } from './refusal.ts';

const FORM = /^[a-z0-9][a-z0-9._-]{2,31}$/;
/** Characters of a name that FORM allows. */
export const LONGEST_NAME = 32;

/** Nobody is named like these. */
const RESERVED = ['local', 'demo', 'market-maker', 'exchange', 'system', 'root', 'help', 'staff', 'team', 'moderator'];
/** Nor does a name begin or end with one of these: whoever reads it would trust it. */
const TRUSTED = ['admin', 'administrator', 'operator', 'support', 'official', 'security', 'treasury', 'millpond'];

/** Cyrillic and Greek letters, and the Latin ones that they look like: people choose plain names, operators any. */
const [FOREIGN, LATIN] = ['аеорсухіѕјһԁӏкмтвнαορνκτιυχεη', 'aeopcyxisjhdlkmtbhaopvktiuxen'].map((text) => [
  ...text,
]) as [string[], string[]];
const LATIN_OF = new Map(FOREIGN.map((letter, at) => [letter, LATIN[at] as string]));

/** What is left of a name for a hasty eye: names with the same skeleton are taken for each other. */
export const skeletonOf = (name: string): string =>
  [...name.toLowerCase().normalize('NFKD')]
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .replaceAll(/[\s._-]|\p{M}/gu, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Throws what is wrong with a name that is to be new; `own` are further names of the exchange. */
export function checkForm(name: string, own: readonly string[]): void {
  if (!FORM.test(name)) {
    const message =
      'A name has 3 to 32 characters: a to z, 0 to 9, dot, hyphen and underscore, and begins with a letter or digit.';
    throw new AccessRefused('name_refused', message);
  }
  const skeleton = skeletonOf(name);
  const isTrusted = [...TRUSTED, ...own]
    .map(skeletonOf)
    // A name of the exchange that is very short would bar half of all names.
    .some((word) => skeleton === word || (word.length >= 4 && (skeleton.startsWith(word) || skeleton.endsWith(word))));
  if (isTrusted || skeleton === '' || RESERVED.map(skeletonOf).includes(skeleton))
    throw new AccessRefused('name_refused', `${name} looks like a name of the exchange itself. Choose another one.`);
}

export const taken = (name: string): AccessRefused =>
  new AccessRefused('name_taken', `${name} is taken, or looks too much like a name that is. Choose another one.`);
