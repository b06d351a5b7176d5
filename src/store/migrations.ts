// Which program may run on which schema: both are numbered by the migrations that they have.

export type Migration = {
  readonly sql: string;
  /** Whether a program that does not know this migration can go on with the schema that it leaves. */
  readonly letsOlderGoOn: boolean;
};

/** What a migration met that none should meet: nothing of it was done, and `cause` says why. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed';
  constructor(cause: unknown) {
    super(`its schema could not be brought up to date (${(cause as Error).message})`, { cause });
  }
}

/** What an operator is told of a schema that was brought up to date; nothing of a new one. */
export const broughtUp = (from: number, to: number, sinceMs: number): string | undefined =>
  from === 0
    ? undefined
    : `its schema was brought from version ${from} to ${to} in ${Math.round(performance.now() - sinceMs)} ms`;

/** The oldest program that may run on the schema of all these migrations. */
export const oldestProgram = (migrations: readonly Migration[]): number =>
  migrations.findLastIndex(({ letsOlderGoOn }) => !letsOlderGoOn) + 1;

/** Why a program that knows this many migrations may not run on a schema, given the oldest program that may. */
export const refusalOf = (oldest: number, known: number): string | undefined =>
  known >= oldest
    ? undefined
    : `its schema is version ${oldest} or newer, but this program knows only up to ${known}: start a newer millpond`;
