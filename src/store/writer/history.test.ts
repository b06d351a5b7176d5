// When a journal counts as rewound (rolled back to an earlier state), and how often that is reported.
import { describe, expect, test } from 'vitest';
import type { JournalMark } from '../../ports/records.ts';
import type { Rewind } from '../../ports/store.ts';
import { History } from './history.ts';

const mark = (sequence: number, id: string | null): JournalMark => ({ sequence, id });

/** A history that knows the journal to end with transaction 5, whose id is `five`. */
function knowing() {
  const rewinds: Rewind[] = [];
  const history = new History((rewind) => rewinds.push(rewind));
  history.learn(history.known, { found: mark(5, 'five'), idAtKnown: null });
  return { history, rewinds };
}

test('a journal found after an empty one does not count as rewound', () => {
  const { history, rewinds } = knowing();
  expect(history.known).toMatchObject(mark(5, 'five'));
  expect(rewinds).toEqual([]);
});

describe('a journal that was known to end at transaction 5', () => {
  test.each([
    { what: 'has not moved', found: mark(5, 'five'), idAtKnown: 'five', goneBack: false },
    { what: 'went on', found: mark(9, 'nine'), idAtKnown: 'five', goneBack: false },
    { what: 'ends earlier', found: mark(4, 'four'), idAtKnown: null, goneBack: true },
    { what: 'ends earlier, with later rows left behind', found: mark(4, 'four'), idAtKnown: 'five', goneBack: true },
    { what: 'is empty', found: mark(0, null), idAtKnown: null, goneBack: true },
    { what: 'has other transactions and the same length', found: mark(5, 'cinq'), idAtKnown: 'cinq', goneBack: true },
    { what: 'has other transactions and is longer', found: mark(9, 'neuf'), idAtKnown: 'cinq', goneBack: true },
  ])('counts as rewound if it $what: $goneBack', ({ found, idAtKnown, goneBack }) => {
    const { history, rewinds } = knowing();
    history.learn(history.known, { found, idAtKnown });
    expect(rewinds).toEqual(goneBack ? [{ known: mark(5, 'five'), found }] : []);
    expect(history.known).toMatchObject(found);
    history.learn(history.known, { found, idAtKnown: found.id });
    expect(rewinds).toHaveLength(goneBack ? 1 : 0);
  });
});

test('an outdated answer that arrives late does not count as a rewind, and does not replace the newer head', () => {
  const { history, rewinds } = knowing();
  const asked = history.known;
  history.learn(asked, { found: mark(9, 'nine'), idAtKnown: 'five' });
  history.learn(asked, { found: mark(6, 'six'), idAtKnown: 'five' });
  expect(history.known).toMatchObject(mark(9, 'nine'));
  expect(rewinds).toEqual([]);
});

test('a rewind that several concurrent answers find is reported once', () => {
  const { history, rewinds } = knowing();
  const asked = history.known;
  history.learn(asked, { found: mark(3, 'trois'), idAtKnown: null });
  history.learn(asked, { found: mark(4, 'quatre'), idAtKnown: null });
  history.noteRewind(asked, { known: asked, found: mark(4, 'quatre') });
  // An answer from before the rewind that is received after it.
  history.learn(asked, { found: mark(8, 'eight'), idAtKnown: 'five' });
  expect(history.known).toMatchObject(mark(3, 'trois'));
  expect(rewinds).toHaveLength(1);
});
