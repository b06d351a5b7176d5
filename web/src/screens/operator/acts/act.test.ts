// When it is still not known what became of a press.
import { expect, test } from 'vitest';
import { isOpen } from './act.ts';

test.each([
  ['refused', { mayHaveHappened: false, status: 422 }, false, false],
  ['refused before it was decided', { mayHaveHappened: false, status: 401 }, false, false],
  ['lost', { mayHaveHappened: true, status: null }, false, true],
  ['lost before, and now decided', { mayHaveHappened: false, status: 422 }, true, false],
  ['lost before, and now not even looked at', { mayHaveHappened: false, status: 401 }, true, true],
  ['lost before, and now told to wait', { mayHaveHappened: false, status: 429 }, true, true],
])('%s', (_, error, wasLost, isIt) => expect(isOpen(error, wasLost)).toBe(isIt));
