// What millpond log recover does, by what the database, files, nodes and witnesses know.
import { expect, test } from 'vitest';
import type { TileAt } from '../../ports/public-log.ts';
import { TreeAppender } from '../format/appender.ts';
import { HASH_TREE } from '../format/tree.ts';
import { planOf, type Source } from './recovery.ts';

/** A tree of ten leaves, in one tile. */
const tree = new TreeAppender(HASH_TREE, 0, () => Buffer.alloc(0));
const roots = [''];
for (let leaf = 1; leaf <= 10; leaf += 1) {
  tree.append(Buffer.alloc(32, leaf));
  roots.push(tree.root().toString('base64'));
}
const [tile] = tree.takeTiles();
const store = { logTiles: async (tiles: readonly TileAt[]) => tiles.map(() => tile?.nodes) };

const of = (size: number, { log = 1, root = roots[size] ?? '' } = {}) => ({ log, size, root, note: '' });
const database = (signed = of(8)): Source => ({ name: 'the database', isOutside: false, signed });
const file = (signed = of(8)): Source => ({ name: 'b.last', isOutside: true, signed });
const damaged: Source = { name: 'a.last', isOutside: true, nothing: 'it is empty' };
const OTHER = Buffer.alloc(32).toString('base64');
const NOBODY = { vouched: false, disagrees: false, reasons: 'there is none' };
const VOUCHED = { ...NOBODY, vouched: true };
const DISAGREES = { vouched: false, disagrees: true, reasons: 'w: it has cosigned 9' };

test.each<readonly [string, readonly Source[], typeof NOBODY, string | undefined]>([
  ['nothing was ever signed', [damaged], NOBODY, undefined],
  ['only the database knows something', [database(), damaged], NOBODY, 'begin the next log: nobody outside'],
  ['a file of another node agrees', [database(), damaged, file()], NOBODY, 'continue: b.last knows nothing newer'],
  ['a file knows less than the database', [database(), file(of(7))], NOBODY, 'begin the next log: nobody outside'],
  ['a file knows more, which is in the journal', [database(), file(of(10))], NOBODY, 'continue: b.last'],
  [
    'a file knows more than the journal',
    [database(), file(of(12))],
    NOBODY,
    'begin the next log: 12 transactions were',
  ],
  [
    'a file knows other rows',
    [database(), file(of(9, { root: OTHER }))],
    NOBODY,
    'begin the next log: the journal has other',
  ],
  ['two files differ', [file(), file(of(8, { root: OTHER }))], NOBODY, 'begin the next log: two histories of 8'],
  ['a file knows a later log', [database(), file(of(3, { log: 2 }))], NOBODY, 'begin the next log: log 2 was signed'],
  ['a witness confirms', [database(), damaged], VOUCHED, 'continue: a witness confirms'],
  ['a witness knows more', [database(), file()], DISAGREES, 'begin the next log: a witness knows more'],
])('%s', async (_, sources, vouching, expected) => {
  const plan = await planOf(store, { log: 1, size: 10, sources, vouching });
  expect(plan && `${plan.does}: ${plan.why}`).toEqual(expected && expect.stringContaining(expected));
});
