// The types of SQL statements that run on both databases: `?` stands for a value.
import type { Row, Value } from '../rows/fields.ts';

export type Statement = { readonly text: string; readonly values: readonly Value[] };

/** Runs a statement; resolves to the rows of its SELECT or RETURNING clause. */
export type Run = <R extends Row>(text: string, ...values: readonly Value[]) => Promise<readonly R[]>;

/** A statement of a transaction. If it `mustHit` and returns no row, the transaction is rolled back. */
export type SqlStep = Statement & { readonly mustHit?: boolean };

/** A query that shows whether a transaction was committed: it then returns a row or, if `isRemoval`, no row. */
export type CommitCheck = Statement & { readonly isRemoval?: boolean };

/**
 * Runs all statements in one transaction. Resolves to the rows of each, or to undefined if a step that `mustHit` returned none. If the
 * database's answer to the commit is lost, the query of `proofOf` finds out whether the transaction was committed.
 */
export type Transact = (
  steps: readonly SqlStep[],
  proofOf: (results: readonly (readonly Row[])[]) => CommitCheck,
) => Promise<readonly (readonly Row[])[] | undefined>;

export type Database = {
  readonly ask: Run;
  /** Runs a single statement as a transaction of its own. */
  readonly write: Run;
  /** An SQL expression for the current time by the database's clock. */
  readonly nowMs: string;
  /** SQL for the end of a SELECT whose row must not change before the transaction ends. */
  readonly locked: string;
  /** SQL for the end of a SELECT of rows to delete: skips rows that another node is changing, since the two could deadlock. */
  readonly unlocked: string;
  /** An SQL expression for the id of the database transaction that wrote a row; an empty text if the database has no such ids. */
  readonly writtenBy: string;
};
