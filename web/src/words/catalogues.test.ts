// Every catalogue has the texts of the English one, no more and no fewer, with the same values and elements in them.
import { expect, test } from 'vitest';
import { type Catalogue, catalogueOf, LANGUAGES } from '../../catalogues.ts';
import { partsOf } from '../../texts.ts';

const english = catalogueOf('en');
const others = LANGUAGES.filter((language) => language !== 'en')
  .map((language) => [language, catalogueOf(language)] as const)
  .filter(([, texts]) => Object.keys(texts).length > 0);

test.each([['en', english] as const, ...others])('%s: every text can be compiled, and none is empty', (_, texts) => {
  for (const [id, text] of Object.entries(texts)) {
    expect(text.trim(), id).toBe(text);
    expect(text, id).not.toBe('');
    expect(() => partsOf(text), id).not.toThrow();
  }
});

const faults = (texts: Catalogue) => ({
  missing: Object.keys(english).filter((id) => !(id in texts)),
  unknown: Object.keys(texts).filter((id) => !(id in english)),
  different: Object.keys(english).filter(
    (id) => id in texts && String(partsOf(texts[id] as string)) !== String(partsOf(english[id] as string)),
  ),
});

test.each(others)('%s: the same ids, values and elements as in English', (_, texts) => {
  expect(faults(texts)).toEqual({ missing: [], unknown: [], different: [] });
});

test('a missing, an unknown and a different text are each found', () => {
  const [id, text] = Object.entries(english).find(([, text]) => text.includes('{')) as [string, string];
  const { [id]: _, ...rest } = english;
  expect(faults({ ...rest, 'no.such': 'Text' })).toEqual({ missing: [id], unknown: ['no.such'], different: [] });
  expect(faults({ ...english, [id]: `${text} {more}` }).different).toEqual([id]);
  expect(faults({ ...english, [id]: `${text} <b>more</b>` }).different).toEqual([id]);
});
