// The public log as the API uses it.
import type { StatementsPage, StoredCheckpoint, TileAt } from './log-store.ts';

export interface PublicLog {
  /** Whether this node signs checkpoints; another node may. */
  readonly isSigning: boolean;
  /** Why this node signs nothing though it is its turn; undefined if it does. */
  readonly unsure?: string | undefined;
  /** The last checkpoint; undefined before the first. */
  checkpoint(): Promise<StoredCheckpoint | undefined>;
  /** The last stored checkpoint of a log that a fork has ended, if the journal still has all that it covers. */
  ended(log: number): Promise<StoredCheckpoint | undefined>;
  /** The first `width` hashes of a tile, and the number of the log; undefined if the last checkpoint does not cover that many. */
  tile(tile: TileAt, width: number): Promise<{ readonly log: number; readonly nodes: Uint8Array } | undefined>;
  /** Proves that a row of the journal is part of the last checkpoint; undefined if it is newer. */
  proof(sequence: number): Promise<RowProof | undefined>;
  /** Proves that statements are part of the last checkpoint, which leaves newer ones out. */
  statements(page: StatementsPage): Promise<readonly RowProof[]>;
  /**
   * Signed receipts of transactions, in order: for the account that made each, since they tell all of the row. Null if this node may not
   * sign, or if the journal does not have the transaction (any more).
   */
  receipts(transactions: readonly TransactionPlace[]): Promise<readonly (SignedReceipt | null)[]>;
}

export type TransactionPlace = { readonly id: string; readonly sequence: number };

/** Promises the entry of a row and its place in the log. Hashes are in hex. */
export type SignedReceipt = {
  readonly sequence: number;
  /** SHA-256(nonce ‖ row). */
  readonly entry: string;
  readonly atMs: number;
  /** The place among the receipts under the same signature, and the hashes from there to the signed root. */
  readonly index: number;
  readonly path: readonly string[];
  readonly note: string;
  /** The contents of the entry. */
  readonly row: string;
  readonly nonce: string;
  readonly opened: readonly SealedPart[];
};

/** Hashes are in hex. */
export type RowProof = {
  /** The bytes of the row, as text. */
  readonly row: string;
  readonly nonce: string;
  /** The parts of a match that the row contains as hashes, since each is for the owner of one order. */
  readonly sealed: readonly SealedPart[];
  readonly index: number;
  /** The hashes beside the way from the leaf to the root, from below. */
  readonly path: readonly string[];
  readonly checkpoint: StoredCheckpoint;
};

/** The row contains SHA-256(nonce ‖ text) as the member `name` of its receipt. */
export type SealedPart = { readonly name: string; readonly text: string; readonly nonce: string };
