// Evidence of two lists of what is owed: both verifiers accept it with the log's key alone, and refuse it with any field changed.
import { describe, expect, test } from 'vitest';
import { checkpointText } from '../../../src/transparency/format/checkpoint.ts';
import { provenBy, Unproven } from '../../../src/transparency/format/evidence.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../src/transparency/format/keys.ts';
import { signNote } from '../../../src/transparency/format/note.ts';
import { LeafHasher, rowText } from '../../../src/transparency/format/row.ts';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { type ListsEvidence, ProofRefused, verifyEvidence } from './proof.ts';

const LOG = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const key = vkeyOf(LOG);
const hasher = new LeafHasher(Buffer.alloc(32, 3));
const hashOf = (digit: string) => digit.repeat(64);
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

type Stated = { readonly hash?: string; readonly previous?: string | null };

/** A log of 20 rows; those at the given places state lists. */
function logWith(lists: Readonly<Record<number, Stated>>, kind = 'liabilities') {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    ...{ sequence: at + 1, id: `id-${at + 1}`, kind: lists[at + 1] ? kind : 'transfer', actor: 'Zoë', createdAtMs: at },
    receipt: JSON.stringify(lists[at + 1] ?? { amount: at }),
  }));
  const tree = new GrownTree();
  tree.grow(rows.map((row) => hasher.leafOf(row)));
  const noteOf = (size: number) => signNote(checkpointText({ origin: LOG.name, size, root: tree.root(size) }), LOG);
  const proofOf = (sequence: number, size: number) => {
    const row = rows[sequence - 1] as (typeof rows)[0];
    return {
      ...{ row: rowText(row), nonce: hasher.nonceOf(row).toString('hex'), index: sequence - 1 },
      ...{ path: hex(tree.inclusion(sequence - 1, size)), checkpoint: noteOf(size) },
    };
  };
  /** The rows 3 and 11, under checkpoints of two sizes. */
  const evidenceAt = (one: number, other: number): ListsEvidence => ({
    kind: 'lists',
    proofs: [proofOf(3, one), proofOf(11, other)],
    hashes: one === other ? [] : connecting(tree, one, other),
  });
  return { proofOf, evidenceAt };
}

/** A consistency proof that begins with the old root also where that is a node of the new tree. */
function connecting(tree: GrownTree, oldSize: number, size: number): string[] {
  const isSubtree = Number.isInteger(Math.log2(oldSize));
  return hex([...(isSubtree ? [tree.root(oldSize)] : []), ...tree.consistency(oldSize, size)]);
}

const AFTER_A = { previous: hashOf('a') };
const twoLists = { 3: { ...AFTER_A, hash: hashOf('b') }, 11: { ...AFTER_A, hash: hashOf('c') } };
const log = logWith(twoLists);

async function expectRefused(evidence: ListsEvidence, message = ''): Promise<void> {
  const refused = await verifyEvidence(evidence, { key }).catch((error) => error);
  expect(refused).toBeInstanceOf(ProofRefused);
  expect(refused.message).toContain(message);
  expect(() => provenBy(evidence, LOG)).toThrow(Unproven);
}

test.each([
  [20, 20],
  [11, 11],
  [3, 11],
  [8, 20],
  [13, 20],
])('two lists after the same one are proven, under checkpoints of %i and %i entries', async (one, other) => {
  const evidence = JSON.parse(JSON.stringify(log.evidenceAt(one, other)));
  expect(await verifyEvidence(evidence, { key })).toMatchObject({
    is: 'lists',
    previous: hashOf('a'),
    transactions: [{ sequence: 3 }, { sequence: 11 }],
    checkpoints: [{ size: one }, { size: other }],
  });
  expect(provenBy(evidence, LOG)).toContain('transactions 3 and 11 both state');
});

test('two lists that both are the first are proven', async () => {
  const first = { previous: null };
  const evidence = logWith({ 3: { ...first, hash: hashOf('b') }, 11: { ...first, hash: hashOf('c') } }).evidenceAt(
    9,
    20,
  );
  expect(await verifyEvidence(evidence, { key })).toMatchObject({ is: 'lists', previous: null });
});

describe('evidence is refused', () => {
  const whole = log.evidenceAt(13, 20);
  const [one, other] = whole.proofs;
  const refused = 'is not in the log as it is written';

  test.each<[string, Partial<(typeof whole.proofs)[0]>, string]>([
    ['hash', { row: one.row.replace(hashOf('b'), hashOf('d')) }, refused],
    ['list before', { row: one.row.replace(hashOf('a'), hashOf('d')) }, refused],
    ['kind of row', { row: one.row.replace('liabilities', 'transfer') }, refused],
    ['sequence', { row: one.row.replace('\n3\n', '\n4\n') }, 'is leaf 3'],
    ['version', { row: one.row.replace('v1', 'v2') }, 'newer client'],
    ['nonce', { nonce: hashOf('0') }, refused],
    ['index', { index: 3 }, 'transaction 3 is leaf 2'],
    ['path', { path: one.path.with(1, hashOf('0')) }, refused],
    ['length of the path', { path: one.path.slice(1) }, 'shorter'],
    ['size that was signed', { checkpoint: one.checkpoint.replace('\n13\n', '\n14\n') }, 'does not fit the text'],
    ['checkpoint', { checkpoint: other.checkpoint }, ''],
  ])('with another %s', async (_, change, message) => {
    await expectRefused({ ...whole, proofs: [{ ...one, ...change }, other] }, message);
  });

  test.each<[string, Partial<ListsEvidence>, string]>([
    ['of an unknown kind', { kind: 'list' as never }, 'unknown kind'],
    ['with one list twice', { proofs: [one, one], hashes: [] }, 'the same'],
    ['with one list under two checkpoints', { proofs: [one, log.proofOf(3, 20)] }, 'the same'],
    ['with the larger checkpoint first', { proofs: [other, one] }, 'must be the first'],
    ['without hashes', { hashes: [] }, 'hashes are missing'],
    ['with too few hashes', { hashes: whole.hashes.slice(1) }, ''],
    ...whole.hashes.map((_, at): [string, Partial<ListsEvidence>, string] => [
      `with another hash at ${at}`,
      { hashes: whole.hashes.with(at, hashOf('0')) },
      'lead to the signed root',
    ]),
  ])('%s', async (_, change, message) => expectRefused({ ...whole, ...change }, message));

  test.each<[string, Readonly<Record<number, Stated>>]>([
    ['of a chain', { 3: twoLists[3], 11: { previous: hashOf('b'), hash: hashOf('c') } }],
    ['of one list that was stated again', { 3: twoLists[3], 11: twoLists[3] }],
    ['of lists that name none before them', { 3: { hash: hashOf('b') }, 11: { hash: hashOf('c') } }],
    ['of rows without a hash', { 3: AFTER_A, 11: twoLists[11] }],
  ])('%s', async (_, lists) => expectRefused(logWith(lists).evidenceAt(13, 20)));

  test('of rows of another kind', () =>
    expectRefused(logWith(twoLists, 'transfer').evidenceAt(13, 20), 'states no list'));

  test('of two histories, which the evidence of a fork must prove', async () => {
    const forked = logWith({ ...twoLists, 5: { hash: hashOf('e') } });
    const bySize = { ...forked.evidenceAt(13, 20), proofs: [one, forked.proofOf(11, 20)] as const };
    await expectRefused(bySize, 'not one history');
    await expectRefused({ ...whole, proofs: [log.proofOf(3, 20), forked.proofOf(11, 20)] }, 'not one history');
  });

  test('of another key', async () => {
    const stranger = signingKey(newKeyFile(), LOG.name, 'note');
    await expect(verifyEvidence(whole, { key: vkeyOf(stranger) })).rejects.toThrow('is not signed by');
    expect(() => provenBy(whole, stranger)).toThrow(Unproven);
  });
});
