// Following the lists of what is owed: a chain is accepted, two after one list are an alarm with evidence, a gap or a late list is silence.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { checkpointText } from '../format/checkpoint.ts';
import { provenBy, type RowProof, Unproven } from '../format/evidence.ts';
import { newKeyFile, signingKey } from '../format/keys.ts';
import { signNote } from '../format/note.ts';
import { leafHash } from '../format/tree.ts';
import { followLists } from './lists.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';
import { LogAlarm } from './watcher.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const NONCE = 'ab'.repeat(32);
const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
type Exchange = Pick<RemoteLog, 'statements' | 'tile' | 'url'>;
type List = { readonly name: string; readonly previous: string | null; readonly atMs?: number };

type Shown = { readonly hidden?: readonly string[]; readonly sizeAt?: (at: number) => number };

/** A log whose rows are these lists, as the exchange shows them; `hidden` are left out. Each is proven under the checkpoint of `sizeAt` entries. */
function exchangeWith(lists: readonly List[], { hidden = [], sizeAt = () => lists.length }: Shown = {}): Exchange {
  const rows = lists.map(({ name, previous, atMs = NOW_MS }, at) => {
    const receipt = JSON.stringify({ kind: 'liabilities', atMs, intervalMs: HOUR_MS, previous, hash: name });
    return `millpond-row/v1\n${at + 1}\nid\nliabilities\nkeeper\n${atMs}\n${receipt}`;
  });
  const tree = new GrownTree();
  const leafOf = (row: string) =>
    leafHash(Buffer.from(hash('sha256', Buffer.concat([Buffer.from(NONCE, 'hex'), Buffer.from(row)]), 'hex'), 'hex'));
  tree.grow(rows.map(leafOf));
  const noteOf = (size: number) => signNote(checkpointText({ origin: KEY.name, size, root: tree.root(size) }), KEY);
  const shown = rows
    .map((row, index): RowProof => {
      const path = tree.inclusion(index, sizeAt(index)).map((node) => node.toString('hex'));
      return { row, nonce: NONCE, index, path, checkpoint: noteOf(sizeAt(index)) };
    })
    .filter((_, at) => !hidden.includes(lists[at]?.name as string));
  const statements = async (query: string) => {
    const asked = new URLSearchParams(query);
    if (asked.get('order') === 'desc') return shown.slice(-1);
    return shown.filter(({ index }) => index + 1 > Number(asked.get('cursor'))).slice(0, Number(asked.get('limit')));
  };
  return { statements, url: 'https://example.com', tile: async (tile) => tree.read(tile) };
}

const A = { name: 'a', previous: null };
const [B, C] = [
  { name: 'b', previous: 'a' },
  { name: 'c', previous: 'b' },
];
const KNOWN = { sequence: 1, hash: 'a' };
const follow = (log: Exchange, known: typeof KNOWN | undefined = KNOWN, nowMs = NOW_MS) =>
  followLists(log, KEY, known, nowMs);

test('each list that names the one before is followed, and the first is taken as it is', async () => {
  expect(await follow(exchangeWith([A, B, C]))).toEqual({ sequence: 3, hash: 'c' });
  expect(await follow(exchangeWith([A, B]), undefined)).toEqual({ sequence: 2, hash: 'b' });
  expect(await followLists(exchangeWith([A], { hidden: ['a'] }), KEY, undefined, NOW_MS)).toBeUndefined();
});

const OTHER = { name: 'other', previous: 'a' };
test.each<[string, readonly List[], Shown, string]>([
  ['the known list', [A, B, OTHER], {}, 'transactions 2 and 3 both state'],
  ['none', [A, { ...OTHER, previous: null }], {}, 'transactions 1 and 2 both state'],
  ['one, under growing checkpoints', [A, B, OTHER], { sizeAt: (at) => at + 1 }, 'transactions 2 and 3 both state'],
  [
    'one, the later under the older',
    [A, B, OTHER, C],
    { sizeAt: (at) => (at === 2 ? 3 : 4) },
    'transactions 2 and 3 both',
  ],
])('two lists after %s are an alarm, whose evidence stands alone', async (_, lists, shown, message) => {
  const alarm = await follow(exchangeWith(lists, shown)).catch((error) => error);
  expect(alarm).toBeInstanceOf(LogAlarm);
  expect(alarm.message).toContain(message);
  const evidence = JSON.parse(JSON.stringify(alarm.evidence));
  expect(provenBy(evidence, KEY)).toBe(alarm.message);
  const [one, two] = evidence.proofs;
  const forged = { ...two, row: two.row.replace(/"hash":"\w+"/, '"hash":"b2"') };
  for (const proofs of [
    [one, one],
    [one, forged],
    [one, { ...two, path: [] }],
  ])
    expect(() => provenBy({ ...evidence, proofs }, KEY)).toThrow(Unproven);
  const other = signingKey(newKeyFile(), KEY.name, 'note');
  expect(() => provenBy(evidence, other)).toThrow(Unproven);
});

test('two lists in two histories are the alarm of a fork', async () => {
  const one = exchangeWith([A, B]);
  const other = exchangeWith([A, C, OTHER]);
  const statements = async (query: string) => [
    ...(await one.statements(query)),
    ...(await other.statements(query)).filter(({ index }) => index === 2),
  ];
  const alarm = await follow({ ...other, statements }).catch((error) => error);
  expect(alarm).toBeInstanceOf(LogAlarm);
  expect(alarm.message).toBe('the 3 entries of the log do not continue the 2 that were signed: history was changed');
});

test.each([
  [
    'one in between is left out',
    () => follow(exchangeWith([A, B, C], { hidden: ['b'] })),
    'is missing before that of transaction 3',
  ],
  ['the last one is late', () => follow(exchangeWith([A, B]), KNOWN, NOW_MS + 2 * HOUR_MS + 1), 'and late'],
])('it is silence if %s', async (_, followed, message) => {
  const error = await followed().catch((error) => error);
  expect(error).toBeInstanceOf(LogUnreachable);
  expect(error.message).toContain(message);
});
