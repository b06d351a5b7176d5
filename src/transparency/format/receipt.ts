// Signed receipts: the log promises at once which entry it will have at which place. One signature covers all receipts that are made together.
import { hash } from 'node:crypto';
import type { SigningKey } from './keys.ts';
import { signLines } from './signed-text.ts';
import { HASH_TREE, joined, leafHash } from './tree.ts';

/** The path of a receipt then has at most ten hashes. */
export const MOST_RECEIPTS = 1024;

/** What a receipt promises: the entry of a row (SHA-256(nonce ‖ row)), its place, and the time in the row. */
export type ReceiptEntry = { readonly sequence: number; readonly entry: Uint8Array; readonly atMs: number };

/** A receipt beside what it promises. */
export type ReceiptProof = { readonly index: number; readonly path: readonly Buffer[]; readonly note: string };

export const entryOf = (nonce: Uint8Array, row: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([nonce, row]), 'buffer');

const receiptText = ({ sequence, entry, atMs }: ReceiptEntry): string =>
  `${sequence}\n${Buffer.from(entry).toString('base64')}\n${atMs}\n`;

/** Signs the root of a tree over the entries, which has the shape and hashes of RFC 6962. */
export function signReceipts(entries: readonly ReceiptEntry[], key: SigningKey): readonly ReceiptProof[] {
  const levels = levelsOf(entries.map((entry) => leafHash(Buffer.from(receiptText(entry)))));
  const root = (levels.at(-1) as readonly Buffer[])[0] as Buffer;
  const note = signLines('receipt', [String(entries.length), root.toString('base64')], key);
  return entries.map((_, index) => ({ index, path: pathIn(levels, index), note }));
}

/** Each level has the parents of the one before; a node without a sibling is its own parent. */
function levelsOf(leaves: readonly Buffer[]): readonly (readonly Buffer[])[] {
  if (leaves.length === 0 || leaves.length > MOST_RECEIPTS) throw new Error(`${leaves.length} receipts in one tree`);
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = parentsOf(level);
  return levels;
}

const parentsOf = (level: readonly Buffer[]): readonly Buffer[] =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => {
    const [left, right] = [level[2 * at] as Buffer, level[2 * at + 1]];
    return right ? joined(HASH_TREE, left, right) : left;
  });

const pathIn = (levels: readonly (readonly Buffer[])[], index: number): readonly Buffer[] =>
  levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
