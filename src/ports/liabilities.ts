// The liabilities of the exchange: as the API asks for them, and as a store keeps them (lists with the totals of all tokens, and the trees of the newest ones).
import type { RowProof, TileAt } from './public-log.ts';

export interface LiabilitiesQueries {
  /** The last list that is stated in the journal; undefined before the first. */
  liabilities(page: LiabilitiesPage): Promise<Liabilities | undefined>;
  /** Proves that a balance is counted, by the newest list that is in a checkpoint. */
  balanceProof(account: string, token: string): Promise<BalanceProofAnswer>;
}

/** Tokens after one in the order of the list; or one token alone, with the exchange's own accounts after one. */
export type LiabilitiesPage = { readonly token?: string; readonly after?: string | undefined; readonly limit: number };

export type Liabilities = Omit<StoredLiabilities, 'transactionId'> & {
  readonly transactionId: string;
  /** Proves that the last checkpoint contains the transaction; undefined while none does. */
  readonly transaction: RowProof | undefined;
  /** Totals are in base units. */
  readonly tokens: readonly {
    readonly token: string;
    readonly people: number;
    readonly peopleTotal: bigint;
    readonly ownTotal: bigint;
    /** As the list contains it. */
    readonly line: string;
  }[];
  /** If one token was asked for. */
  readonly own?: readonly { readonly account: string; readonly amount: bigint }[];
};

/** The place of a balance in the tree of its token. The amount is in base units, hashes are in hex. */
export type CountedBalance = {
  readonly amount: string;
  readonly nonce: string;
  readonly index: number;
  /** From the sibling of the leaf up. */
  readonly path: readonly string[];
};

export type CountedProof = CountedBalance & {
  readonly token: string;
  readonly account: string;
  /** The token's line, and its place in the tree over the lines of all tokens. */
  readonly line: { readonly text: string; readonly index: number; readonly path: readonly string[] };
  /** The head of the list, which contains the root of that tree. */
  readonly list: string;
  readonly transaction: RowProof;
};

/** Absent: no list was stated yet; none of them is in a checkpoint yet; or the account did not hold the token. */
export type BalanceProofAnswer =
  | { readonly proof: CountedProof }
  | { readonly absent: 'document' }
  | { readonly absent: 'checkpoint' }
  | {
      readonly absent: 'balance';
      readonly asOf: number;
      readonly atMs: number;
      /** The signed statement that the list does not count the account; null if this node may not sign. */
      readonly statement: string | null;
    };

/** Documents are kept for the audit; trees only of the last two, since proofs are made from the newest that is in a checkpoint. */
export const DOCUMENTS_KEPT = 30;

/** Methods may throw `StoreUnavailable`. A caller must await each call before the next one. */
export interface LiabilitiesReads {
  /** The newest documents first, without their texts. */
  liabilities(limit: number): Promise<readonly StoredLiabilities[]>;
  /** The text of a document; undefined if it is not stored. */
  liabilitiesText(asOf: number): Promise<string | undefined>;
  /** Tiles of a token's tree, in the order asked for; undefined if a tile is not stored. */
  liabilityTiles(tree: TreeOf, tiles: readonly TileAt[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** Only the process that holds the lease `liabilities` may write trees and documents: writes throw if the fence is not that of the lease. */
export interface LiabilitiesStore extends LiabilitiesReads {
  /** Stores tiles in one transaction. */
  putLiabilityTiles(asOf: number, tiles: readonly LiabilityTile[], fence: number): Promise<void>;
  /** Stores a document whose trees are complete, without a transaction. */
  putLiabilities(document: Unstated & { readonly text: string }, fence: number): Promise<void>;
  /** Notes the transaction that states the hash of a document. */
  stateLiabilities(asOf: number, transactionId: string): Promise<void>;
  /**
   * Deletes documents that were never stated, that the journal does not reach, or that are older than the last `DOCUMENTS_KEPT`, and a
   * part of the trees of all documents but `keep`. True when no such tree is left, otherwise call it again.
   */
  clearLiabilities(keep: number | undefined, head: number, fence: number): Promise<boolean>;
}

export type StoredLiabilities = {
  /** The balances are those after this transaction. */
  readonly asOf: number;
  readonly atMs: number;
  /** Number of the log whose secret hides who owns a leaf. */
  readonly log: number;
  /** The time until the next document; 0 if none is promised. */
  readonly intervalMs: number;
  /** Hash of the document before this one; null for the first. */
  readonly previous: string | null;
  /** SHA-256 of the head of the document's text, in hex. */
  readonly hash: string;
  /** The transaction that states the hash; null until it is committed. */
  readonly transactionId: string | null;
};

export type Unstated = Omit<StoredLiabilities, 'transactionId'>;

export type TreeOf = { readonly asOf: number; readonly token: string };

/** Level 0 has the balances of people: up to 256 records of a blinded id (32 bytes) and an amount (16 bytes), sorted by id. Higher levels have nodes of the tree. */
export type LiabilityTile = TileAt & { readonly token: string; readonly nodes: Uint8Array };
