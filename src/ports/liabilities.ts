// The liabilities of the exchange as the API asks for them.
import type { StoredLiabilities } from './liabilities-store.ts';
import type { RowProof } from './public-log.ts';

export interface OwedQueries {
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
  | { readonly absent: 'balance'; readonly asOf: number; readonly atMs: number };
