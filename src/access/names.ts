// What may be newly named: only what looks like what it is, so that no two names that look alike are different.

const PLAIN = /^[\x20-\x7e]*$/;
// Controls, formats and what is unassigned; every space but the plain one; what a font shows nothing of, or a blank.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]|(?! )\p{Zs}/u;

/** What is wrong with a text, in words that name the character; undefined when nothing is. */
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

/** A text in which what cannot be seen, or turns what follows round, is shown by its code point. */
export const showHidden = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
