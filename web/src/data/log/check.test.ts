// Which step of a check fails, and how far the check gets.
import { expect, test } from 'vitest';
import type { Decimal, GetTransactionOutput } from '#client';
import { checkpointText } from '../../../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../../src/transparency/format/keys.ts';
import { signNote } from '../../../../src/transparency/format/note.ts';
import { LeafHasher, rowText } from '../../../../src/transparency/format/row.ts';
import { GrownTree } from '../../../../test/log/grown-tree.ts';
import { verified } from './check.ts';

const KEY = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const hasher = new LeafHasher(Buffer.alloc(32, 3));
const createdAtMs = 1_763_446_000_000;
const rows = Array.from({ length: 9 }, (_, at) => ({
  sequence: at + 1,
  id: `id-${at + 1}`,
  kind: 'deposit',
  actor: 'ann',
  createdAtMs,
  receipt: `{"kind":"deposit","account":"bob","token":"ton","amount":${at}000000000,"reference":"r"}`,
}));
const tree = new GrownTree();
tree.grow(rows.map((row) => hasher.leafOf(row)));
const shown: GetTransactionOutput = {
  ...{ transactionId: 'id-4', sequence: 4, kind: 'deposit', createdAt: new Date(createdAtMs).toISOString() },
  ...{ actor: 'ann', account: 'bob', token: 'ton', amount: '3' as Decimal, reference: 'r' },
  entries: [
    { account: 'the issuer', token: 'ton', change: '-3' as Decimal },
    { account: 'bob', token: 'ton', change: '3' as Decimal },
  ],
  transfers: [],
  pools: null,
};
const READING = { viewer: null, decimalsOf: () => 9 };
const proof = {
  transactionId: 'id-4',
  row: rowText(rows[3] as (typeof rows)[0]),
  nonce: hasher.nonceOf(rows[3] as (typeof rows)[0]).toString('hex'),
  opened: [],
  index: 3,
  size: 9,
  path: tree.inclusion(3).map((hash) => hash.toString('hex')),
  checkpoint: signNote(checkpointText({ origin: KEY.name, size: 9, root: tree.root() }), KEY),
  vkey: vkeyOf(KEY),
};
const stepsOf = ({ steps }: Awaited<ReturnType<typeof verified>>) => steps.map(({ step }) => step);

test('a receipt that is in the log passes every step', async () => {
  const check = await verified(proof, proof.vkey, shown, READING);
  expect(check.failed).toBeNull();
  expect(stepsOf(check)).toEqual(['signature', 'entry', 'leaf', 'node', 'node', 'node', 'node', 'root']);
});

test.each([
  ['signature', 'the checkpoint was changed', { checkpoint: proof.checkpoint.replace('\n9\n', '\n8\n') }, {}],
  ['path', 'a hash is missing', { path: proof.path.slice(1) }, {}],
  ['root', 'a digit of the receipt was changed', { row: proof.row.replace('"amount":3', '"amount":9') }, {}],
  ['row', 'the page shows another transaction', {}, { transactionId: 'id-5' }],
  ['row', 'the page shows another account', {}, { actor: 'bob' }],
  ['row', 'the page shows another amount', {}, { amount: '4' as Decimal }],
  ['row', 'the page shows another time', {}, { createdAt: new Date(createdAtMs + 1).toISOString() }],
] as const)('the step %s fails if %s', async (step, _, changed, page) => {
  const check = await verified({ ...proof, ...changed }, proof.vkey, { ...shown, ...page }, READING);
  expect([check.failed?.step, check.failed?.why !== '' || check.differences.length > 0]).toEqual([step, true]);
});

test('the signature fails if the key is not the one that was kept', async () => {
  const other = vkeyOf(signingKey(newKeyFile(), KEY.name, 'note'));
  const check = await verified(proof, other, shown, READING);
  expect([check.failed?.step, stepsOf(check)]).toEqual(['signature', []]);
});
