// Signed receipts: an exchange promises at once which entry the public log will have at which place.
import { fromHex, list, sha256, toHex, utf8, wholeNumber } from './bytes.ts';
import { readHead, type Trust, verifyCheckpoint } from './checkpoint.ts';
import { hashJoin, rootOfPath } from './merkle.ts';
import { openNote } from './note.ts';
import { ProofRefused, type ProofStep } from './refused.ts';
import { entryOf, memberOf, openedRow, type Row, type RowContents, readRow } from './row.ts';
import { type TransactionProof, verifyTransactionProof } from './transaction.ts';

/** The member `receipt` of the answer to a change. To show the promise without its contents, leave `row`, `nonce` and `opened` out. */
export type SignedReceipt = Partial<RowContents> & {
  readonly sequence: number;
  /** SHA-256(nonce ‖ row), in hex. */
  readonly entry: string;
  /** The time in the row, in milliseconds since 1970. */
  readonly atMs: number;
  readonly index: number;
  readonly path: readonly string[];
  readonly note: string;
};

export type VerifiedReceipt = {
  readonly origin: string;
  readonly sequence: number;
  readonly entry: string;
  readonly atMs: number;
  /** Null if the receipt is shown without its contents. */
  readonly row: Row | null;
  readonly steps: readonly ProofStep[];
};

type Key = Pick<Trust, 'key'>;

/** Trees of receipts have at most 1,024 leaves. */
const LONGEST_PATH = 10;

/** Resolves if the log signed the promise, and its contents are those that are shown. */
export async function verifyReceipt(receipt: SignedReceipt, { key }: Key): Promise<VerifiedReceipt> {
  const steps: ProofStep[] = [];
  try {
    return { ...(await promised(receipt, key, steps)), steps };
  } catch (error) {
    throw error instanceof ProofRefused ? new ProofRefused(error.message, steps) : error;
  }
}

async function promised(
  receipt: SignedReceipt,
  key: string,
  steps: ProofStep[],
): Promise<Omit<VerifiedReceipt, 'steps'>> {
  const { origin, lines } = await openNote('receipt', receipt.note, key, steps);
  const { size, root: signed } = readHead(...lines);
  const sequence = wholeNumber(receipt.sequence, 'The sequence of the receipt');
  const atMs = wholeNumber(receipt.atMs, 'The time of the receipt');
  const entry = fromHex(receipt.entry, 'The entry of the receipt');
  steps.push({ step: 'entry', hash: toHex(entry) });
  const text = `${sequence}\n${btoa(String.fromCharCode(...entry))}\n${atMs}\n`;
  const leaf = await sha256(Uint8Array.of(0), utf8(text));
  steps.push({ step: 'leaf', hash: toHex(leaf) });
  const path = list(receipt.path, 'The path').map((hash) => fromHex(hash, 'A hash of the path'));
  if (path.length > LONGEST_PATH) throw new ProofRefused('The path is too long for a receipt.');
  const root = await rootOfPath(leaf, wholeNumber(receipt.index, 'The index'), size, path, hashJoin(steps));
  steps.push({ step: 'root', hash: toHex(root) });
  if (toHex(root) !== signed)
    throw new ProofRefused(
      'The log has not signed this receipt: it, or its path, was changed. Keep it and ask the exchange.',
    );
  return { origin, sequence, entry: toHex(entry), atMs, row: await contentsOf(receipt, toHex(entry)) };
}

async function contentsOf(receipt: SignedReceipt, entry: string): Promise<Row | null> {
  const { row: text, nonce, opened = [] } = receipt;
  if (text === undefined || nonce === undefined) return null;
  const contents = { row: text, nonce, opened };
  const row = readRow(text);
  const isPromised =
    toHex(await entryOf(contents)) === entry && row.sequence === receipt.sequence && row.createdAtMs === receipt.atMs;
  if (isPromised) return openedRow(row, contents);
  throw new ProofRefused('The contents are not those that the receipt promises. Keep it and ask the exchange.');
}

/** What the log has at the place of a receipt: the leaf with the index `sequence` − 1, from the public tiles. Hashes are in hex. */
export type LeafProof = { readonly leaf: string; readonly path: readonly string[]; readonly checkpoint: string };

/** The row of kind `forked` that begins the next log, with that log's key. */
export type ForkStatement = { readonly proof: TransactionProof; readonly key: string };

/**
 * `logged`: the promise is held. `contradicted`: the log has another entry there; the receipt and the leaf convict it of a second history.
 * `lost`: the exchange has stated that its journal was rolled back to `sharedSize` entries, before the promised one: a loss, not a second history.
 */
export type ReceiptOutcome =
  | { readonly is: 'logged' | 'contradicted' }
  | { readonly is: 'lost'; readonly sharedSize: number };

/** Compares a receipt with the log, or after a fork with the log that goes on. Rejects with `ProofRefused` if anything of it is not valid. */
export async function compareReceipt(
  receipt: SignedReceipt,
  log: LeafProof,
  { key }: Key,
  fork?: ForkStatement,
): Promise<ReceiptOutcome> {
  const { sequence, entry } = await verifyReceipt(receipt, { key });
  if (fork) {
    const sharedSize = await sharedSizeOf(fork, key);
    if (sequence > sharedSize) return { is: 'lost', sharedSize };
  }
  const checkpoint = await verifyCheckpoint(log.checkpoint, { key: fork?.key ?? key });
  if (checkpoint.size < sequence)
    throw new ProofRefused(
      `The log has ${checkpoint.size} entries, and the receipt is of ${sequence}: try a later checkpoint.`,
    );
  const path = list(log.path, 'The path').map((hash) => fromHex(hash, 'A hash of the path'));
  const leaf = fromHex(log.leaf, 'The leaf');
  const root = await rootOfPath(leaf, sequence - 1, checkpoint.size, path, hashJoin([]));
  if (toHex(root) !== checkpoint.root) throw new ProofRefused('The leaf is not in the log of this checkpoint.');
  const own = await sha256(Uint8Array.of(0), fromHex(entry, 'The entry'));
  return { is: toHex(own) === log.leaf ? 'logged' : 'contradicted' };
}

/** The entries that both logs have, as the next log states it about the one of the key. */
async function sharedSizeOf(fork: ForkStatement, key: string): Promise<number> {
  const stated = await verifyTransactionProof(fork.proof, { key: fork.key });
  const note = memberOf(stated.receipt, 'checkpoint');
  if (stated.kind !== 'forked' || typeof note !== 'string')
    throw new ProofRefused(`Transaction ${stated.sequence} states no fork: it is of the kind ${stated.kind}.`);
  const { size } = await verifyCheckpoint(note, { key });
  const shared = wholeNumber(memberOf(stated.receipt, 'shared'), 'The shared size that the fork states');
  if (shared <= size) return shared;
  throw new ProofRefused(`The fork states ${shared} shared entries, and the log before it had only ${size}.`);
}
