// Rules for names that people choose: simple characters, and none that looks like another name.
import { AccessRefused } from './refusal.ts';

const FORM = /^[a-z0-9][a-z0-9._-]{2,31}$/;
/** The longest name that FORM allows. */
export const LONGEST_NAME = 32;

/** Names that no one may choose. */
const RESERVED = ['local', 'demo', 'market-maker', 'exchange', 'system', 'root', 'help', 'staff', 'team', 'moderator'];
/** Words that a name may not begin or end with, since others would take the account for one of the exchange. */
const TRUSTED = ['admin', 'administrator', 'operator', 'support', 'official', 'security', 'treasury', 'millpond'];

/** Cyrillic and Greek letters with the Latin ones they look like; only operators can create names with them. */
const [FOREIGN, LATIN] = ['аеорсухіѕјһԁӏкмтвнαορνκτιυχεη', 'aeopcyxisjhdlkmtbhaopvktiuxen'].map((text) => [
  ...text,
]) as [string[], string[]];
const LATIN_OF = new Map(FOREIGN.map((letter, at) => [letter, LATIN[at] as string]));

/** The form in which similar names are equal: names with the same skeleton are easily confused. */
export const skeletonOf = (name: string): string =>
  [...name.toLowerCase().normalize('NFKD')]
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .replaceAll(/[\s._-]|\p{M}/gu, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Throws if a new name is not allowed; `own` are further names of the exchange. */
export function checkForm(name: string, own: readonly string[]): void {
  if (!FORM.test(name)) {
    const message =
      'A name has 3 to 32 characters: a to z, 0 to 9, dot, hyphen and underscore, and begins with a letter or digit.';
    throw new AccessRefused('input_refused', message, 'name');
  }
  const skeleton = skeletonOf(name);
  const isTrusted = [...TRUSTED, ...own]
    .map(skeletonOf)
    // Shorter names of the exchange exclude only themselves: as a prefix or suffix they would exclude too many names.
    .some((word) => skeleton === word || (word.length >= 4 && (skeleton.startsWith(word) || skeleton.endsWith(word))));
  if (isTrusted || skeleton === '' || RESERVED.map(skeletonOf).includes(skeleton))
    throw new AccessRefused(
      'input_refused',
      `${name} looks like a name of the exchange itself. Choose another one.`,
      'name',
    );
}

export const taken = (name: string): AccessRefused =>
  new AccessRefused('name_taken', `${name} is taken, or looks too much like a name that is. Choose another one.`);
