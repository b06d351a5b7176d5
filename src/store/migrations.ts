// Decides which program may run on which schema: the version of either is its number of migrations.

export type Migration = {
  readonly sql: string;
  /** True if a program that does not know this migration can still use the resulting schema. */
  readonly letsOlderGoOn: boolean;
};

/** A migration failed unexpectedly and was rolled back; `cause` has the reason. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed';
  constructor(cause: unknown) {
    super(`its schema could not be brought up to date (${(cause as Error).message})`, { cause });
  }
}

/** Message for the operator after a schema upgrade; undefined for a new database. */
export const broughtUp = (from: number, to: number, sinceMs: number): string | undefined =>
  from === 0
    ? undefined
    : `its schema was brought from version ${from} to ${to} in ${Math.round(performance.now() - sinceMs)} ms`;

/** The oldest program that may run on the schema of all these migrations. */
export const oldestProgram = (migrations: readonly Migration[]): number =>
  migrations.findLastIndex(({ letsOlderGoOn }) => !letsOlderGoOn) + 1;

/** Why a program that knows this many migrations may not run on a schema, given the oldest program that may; undefined if it may. */
export const refusalOf = (oldest: number, known: number): string | undefined =>
  known >= oldest
    ? undefined
    : `its schema is version ${oldest} or newer, but this program knows only up to ${known}: start a newer millpond`;
