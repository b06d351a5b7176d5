// The liabilities of the exchange as the API asks for them.
import type { StoredLiabilities } from './liabilities-store.ts';
import type { RowProof } from './public-log.ts';

export interface OwedQueries {
  /** The last document that is stated in the journal; undefined before the first. */
  liabilities(page: LiabilitiesPage): Promise<Liabilities | undefined>;
  /** Proves that a balance is counted, by the newest document that is in a checkpoint. */
  balanceProof(account: string, token: string): Promise<BalanceProofAnswer>;
}

/** Tokens after one, in the order of the document. */
export type LiabilitiesPage = { readonly after?: string | undefined; readonly limit: number };

export type Liabilities = Omit<StoredLiabilities, 'transactionId'> & {
  readonly transactionId: string;
  /** Proves that the last checkpoint contains the transaction; undefined while none does. */
  readonly transaction: RowProof | undefined;
  /** Totals are in base units, roots in hex. */
  readonly tokens: readonly {
    readonly token: string;
    readonly total: bigint;
    readonly leaves: number;
    readonly root: string;
  }[];
};

/** The place of a balance in the tree of its token. Amounts are in base units, hashes in hex. */
export type CountedBalance = {
  readonly amount: string;
  readonly nonce: string;
  readonly index: number;
  /** From the sibling of the leaf up. */
  readonly path: readonly { readonly sum: string; readonly hash: string }[];
};

export type CountedProof = CountedBalance & {
  readonly token: string;
  readonly account: string;
  readonly document: string;
  readonly transaction: RowProof;
};

/** Absent: no document was stated yet; none of them is in a checkpoint yet; or the account did not hold the token. */
export type BalanceProofAnswer =
  | { readonly proof: CountedProof }
  | { readonly absent: 'document' }
  | { readonly absent: 'checkpoint' }
  | { readonly absent: 'balance'; readonly asOf: number; readonly atMs: number };
