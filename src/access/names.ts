// Checks new names: only visible characters in normal form, so that two names that look alike are equal.

const PLAIN = /^[\x20-\x7e]*$/;
// Controls, formats and unassigned characters; every space but the plain one; characters that fonts show as nothing or blank.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]|(?! )\p{Zs}/u;

/** Describes the fault of a text and names the character; undefined if there is none. */
export function faultIn(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  const unseen = UNSEEN.exec(text)?.[0];
  if (unseen !== undefined) return `contains ${codePoint(unseen)}, an invisible character`;
  if (text.normalize() === text) return undefined;
  const composed = [...text].findIndex((_, index, characters) => {
    const start = characters.slice(0, index + 1).join('');
    return start.normalize() !== start;
  });
  return `is not in Unicode normal form (NFC) at ${codePoint([...text][composed] as string)}`;
}

/** Replaces invisible and direction-changing characters by their code points. */
export const showHidden = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
