// Signed receipts and statements that a balance is not counted: every change of them is refused, and none passes for another signed text.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkpointText } from '../../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../src/transparency/format/keys.ts';
import { signNotCounted } from '../../../src/transparency/format/not-counted.ts';
import { signNote } from '../../../src/transparency/format/note.ts';
import { entryOf, signReceipts } from '../../../src/transparency/format/receipt.ts';
import { LeafHasher, rowText } from '../../../src/transparency/format/row.ts';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import {
  compareReceipt,
  type LeafProof,
  type SignedReceipt,
  verifyCheckpoint,
  verifyNotCounted,
  verifyReceipt,
  verifyTransactionProof,
} from './proof.ts';

const FILE = newKeyFile();
const keyOf = (origin: string) => signingKey(FILE, origin, 'note');
const LOG = keyOf('exchange.example/log');
const NEXT = keyOf('exchange.example/log/2');
const [trust, nextTrust] = [{ key: vkeyOf(LOG) }, { key: vkeyOf(NEXT) }];
const hasher = new LeafHasher(Buffer.alloc(32, 3));
const T0 = 1_763_446_000_000;

const rowOf = (sequence: number, receipt = `{"amount":${sequence}}`, kind = 'transfer') => ({
  ...{ sequence, id: `id-${sequence}`, kind, actor: 'Zoë', createdAtMs: T0 + sequence, receipt },
});
type Row = ReturnType<typeof rowOf>;
const contentsOf = (row: Row) => ({ row: rowText(row), nonce: hasher.nonceOf(row).toString('hex') });
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));
const promiseOf = (row: Row) => {
  const entry = entryOf(hasher.nonceOf(row), Buffer.from(rowText(row)));
  return { sequence: row.sequence, entry, atMs: row.createdAtMs };
};

function receiptsOf(rows: readonly Row[]): readonly SignedReceipt[] {
  const made = signReceipts(rows.map(promiseOf), LOG);
  return rows.map((row, at) => {
    const { path, ...rest } = made[at] as (typeof made)[0];
    return {
      ...promiseOf(row),
      entry: promiseOf(row).entry.toString('hex'),
      ...rest,
      path: hex(path),
      ...contentsOf(row),
    };
  });
}

function logOf(rows: readonly Row[], key = LOG) {
  const tree = new GrownTree();
  tree.grow(rows.map((row) => hasher.leafOf(row)));
  const checkpoint = signNote(
    checkpointText({ origin: key.name, size: rows.length, root: tree.root(rows.length) }),
    key,
  );
  const at = (sequence: number) => hex(tree.inclusion(sequence - 1, rows.length));
  return {
    checkpoint,
    leafAt: (sequence: number): LeafProof => ({
      leaf: hasher.leafOf(rows[sequence - 1] as Row).toString('hex'),
      path: at(sequence),
      checkpoint,
    }),
    proofOf: (sequence: number) => ({
      ...contentsOf(rows[sequence - 1] as Row),
      ...{ index: sequence - 1, path: at(sequence), checkpoint },
    }),
  };
}

const ROWS = Array.from({ length: 20 }, (_, index) => rowOf(index + 1));
const RECEIPTS = receiptsOf(ROWS);
const RECEIPT = RECEIPTS[6] as SignedReceipt;

test.each([1, 2, 3, 7, 100, 500, 1024])(
  'each of %d receipts under one signature is valid, with at most ten hashes',
  async (count) => {
    const rows = Array.from({ length: count }, (_, index) => rowOf(1000 + index));
    const receipts = receiptsOf(rows);
    for (const at of new Set([0, Math.floor(count / 2), count - 1])) {
      const receipt = receipts[at] as SignedReceipt;
      expect(receipt.path.length).toBeLessThanOrEqual(10);
      expect(await verifyReceipt(receipt, trust)).toMatchObject({
        sequence: 1000 + at,
        row: { actor: 'Zoë', id: `id-${1000 + at}` },
      });
    }
  },
);

test('a receipt can be shown without its contents', async () => {
  const { row: _, nonce: __, ...bare } = RECEIPT;
  expect(await verifyReceipt(bare, trust)).toMatchObject({ sequence: 7, entry: RECEIPT.entry, row: null });
});

test.each<[string, Partial<SignedReceipt>, string]>([
  ['its sequence', { sequence: 8 }, 'has not signed this receipt'],
  ['its time', { atMs: T0 }, 'has not signed this receipt'],
  ['its entry', { entry: 'ab'.repeat(32) }, 'has not signed this receipt'],
  ['its place', { index: 5 }, 'has not signed this receipt'],
  ['a place beyond all', { index: 20 }, 'has 20 leaves'],
  ['its path', { path: [] }, 'shorter'],
  ['a path without end', { path: Array.from({ length: 11 }, () => 'ab'.repeat(32)) }, 'too long'],
  ['its row', { row: RECEIPTS[5]?.row as string }, 'not those that the receipt promises'],
  ['its nonce', { nonce: 'ab'.repeat(32) }, 'not those that the receipt promises'],
  ['its number of receipts', { note: RECEIPT.note.replace('\n20\n', '\n21\n') }, 'does not fit the text'],
  ['no note', { note: '' }, 'not a signed note'],
])('a receipt with a change of %s is refused', async (_, over, message) => {
  await expect(verifyReceipt({ ...RECEIPT, ...over }, trust)).rejects.toThrow(message);
});

describe('no signed text passes for another', () => {
  const { checkpoint, proofOf } = logOf(ROWS);
  const statement = signNotCounted({ account: 'Zoë', token: 'LP EQpool', list: 'ab'.repeat(32), atMs: T0 }, LOG);
  const notes = { checkpoint, receipt: RECEIPT.note, 'not-counted': statement };
  const verifiers = {
    checkpoint: (note: string) => verifyTransactionProof({ ...proofOf(7), checkpoint: note }, trust),
    receipt: (note: string) => verifyReceipt({ ...RECEIPT, note }, trust),
    'not-counted': (note: string) => verifyNotCounted(note, trust),
  };
  const names = Object.keys(notes) as (keyof typeof notes)[];
  test.each(names.flatMap((name) => names.map((as) => [name, as] as const)))(
    'a note of the kind %s, shown as %s',
    async (name, as) => {
      const verified = verifiers[as](notes[name]);
      if (name === as) await expect(verified).resolves.toBeDefined();
      else await expect(verified).rejects.toThrow('The text begins with exchange.example/log');
    },
  );
  test('nor that of a log with a longer name for one of this log', async () => {
    const longer = keyOf('exchange.example/log/receipt');
    const note = signNote(checkpointText({ origin: longer.name, size: 1, root: Buffer.alloc(32) }), longer);
    const relabelled = note.replace(/— .*\n/u, signNote(note.split('\n\n')[0] + '\n', LOG).split('\n\n')[1] as string);
    await expect(verifyCheckpoint(note, { key: vkeyOf(longer) })).rejects.toThrow('must begin with');
    await expect(verifyCheckpoint(relabelled, trust)).rejects.toThrow('must begin with');
  });
  test('the statement tells account, token, list and time', async () => {
    const told = { account: 'Zoë', token: 'LP EQpool', list: 'ab'.repeat(32), timeMs: T0 };
    expect(await verifyNotCounted(statement, trust)).toMatchObject(told);
    await expect(verifyNotCounted(statement.replace('Zoë', 'Ann'), trust)).rejects.toThrow('does not fit the text');
  });
});

describe('compared with the log, a receipt is', () => {
  const changed = [...ROWS.slice(0, 6), rowOf(7, '{"amount":0}'), ...ROWS.slice(7)];
  const old = logOf(ROWS);
  const forked = (sharedSize: unknown, rows = ROWS.slice(0, 4)) => {
    const stated = rowOf(
      rows.length + 1,
      JSON.stringify({ kind: 'forked', log: 2, checkpoint: old.checkpoint, shared: sharedSize }),
      'forked',
    );
    const next = logOf([...rows, stated, ...ROWS.slice(rows.length + 1)], NEXT);
    return { next, fork: { proof: next.proofOf(rows.length + 1), ...nextTrust } };
  };

  test('logged, if the entry is there', async () => {
    expect(await compareReceipt(RECEIPT, old.leafAt(7), trust)).toEqual({ is: 'logged' });
  });
  test('contradicted, if another entry is there: a second history', async () => {
    expect(await compareReceipt(RECEIPT, logOf(changed).leafAt(7), trust)).toEqual({ is: 'contradicted' });
  });
  test('lost, if the exchange has stated that its journal went back behind it', async () => {
    const { next, fork } = forked(4);
    expect(await compareReceipt(RECEIPT, next.leafAt(7), trust, fork)).toEqual({ is: 'lost', sharedSize: 4 });
  });
  test.each([
    ['logged', ROWS.slice(0, 9)],
    ['contradicted', changed.slice(0, 9)],
  ])('%s by the next log, if that must share the entry', async (is, rows) => {
    const { next, fork } = forked(9, rows);
    expect(await compareReceipt(RECEIPT, next.leafAt(7), trust, fork)).toEqual({ is });
  });
  test.each<[string, unknown, string]>([
    ['states no size', undefined, 'is not a whole number'],
    ['states more than the log before it had', 21, 'had only 20'],
  ])('refused with a fork that %s', async (_, size, message) => {
    const { next, fork } = forked(size);
    await expect(compareReceipt(RECEIPT, next.leafAt(7), trust, fork)).rejects.toThrow(message);
  });
  test('refused with a row that states no fork, one of another log, or a leaf that is not in the checkpoint', async () => {
    const { next, fork } = forked(4);
    const other = { proof: next.proofOf(3), ...nextTrust };
    await expect(compareReceipt(RECEIPT, next.leafAt(7), trust, other)).rejects.toThrow('states no fork');
    await expect(compareReceipt(RECEIPT, next.leafAt(7), trust, { ...fork, ...trust })).rejects.toThrow(
      'not signed by',
    );
    const leaf = createHash('sha256').digest('hex');
    await expect(compareReceipt(RECEIPT, { ...old.leafAt(7), leaf }, trust)).rejects.toThrow('not in the log');
    const short = logOf(ROWS.slice(0, 5)).leafAt(5);
    await expect(compareReceipt(RECEIPT, short, trust)).rejects.toThrow('try a later checkpoint');
  });
});
