// Statements that both databases run: their values are written as `?`.
import type { Row, Value } from '../rows/fields.ts';

export type Statement = { readonly text: string; readonly values: readonly Value[] };

/** Resolves to the rows that a SELECT or a RETURNING clause gives. */
export type Run = <R extends Row>(text: string, ...values: readonly Value[]) => Promise<readonly R[]>;

/** A statement of a transaction, which is rolled back if a statement that `mustHit` gives no row. */
export type Step = Statement & { readonly mustHit?: boolean };

/** Shows whether a transaction was committed: by a row, or by none if it `isRemoval`. */
export type Proof = Statement & { readonly isRemoval?: boolean };

/**
 * Runs all statements or none, and resolves to the rows of each, or to undefined if it was rolled back. `proofOf` gives the
 * query that finds out what has happened if the answer to the commit is lost.
 */
export type Transact = (
  steps: readonly Step[],
  proofOf: (results: readonly (readonly Row[])[]) => Proof,
) => Promise<readonly (readonly Row[])[] | undefined>;

export type Database = {
  readonly ask: Run;
  /** Runs a single statement, which takes effect as a whole. */
  readonly write: Run;
  /** The current time by the database's clock. */
  readonly nowMs: string;
  /** Follows a column of the tables `keys` and `sessions`, to compare it by its bytes. */
  readonly bytewise: string;
  /** Ends a SELECT whose row must not change before the transaction ends. */
  readonly locked: string;
  /** Ends a SELECT of rows to delete: leaves out those that another node is changing, since two could deadlock. */
  readonly unlocked: string;
  /** The id of the transaction that wrote a row, if transactions have ids. */
  readonly writtenBy: string;
};
