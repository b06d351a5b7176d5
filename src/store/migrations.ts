// Decides which program may run on which schema. The base schema is the first migration; each further one raises the version by one.

/**
 * Version of the base schema. Until the first release, every change to the base or to what its rows contain raises it, and needs no
 * migration: databases of lower versions are refused. From the first release on it never changes again.
 */
export const BASE_VERSION = 27;

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

/** The version of a schema that has all these migrations, and of the program that knows them. */
export const newestVersion = (migrations: readonly Migration[]): number => BASE_VERSION - 1 + migrations.length;

/** The oldest program that may run on the schema of all these migrations. */
export const oldestProgram = (migrations: readonly Migration[]): number =>
  BASE_VERSION + migrations.findLastIndex(({ letsOlderGoOn }) => !letsOlderGoOn);

/** The migrations that a schema of this version lacks; all of them if it is 0, which means an empty database. */
export const missingIn = (version: number, migrations: readonly Migration[]): readonly Migration[] =>
  migrations.slice(version === 0 ? 0 : version - BASE_VERSION + 1);

/** True if the programs that run on a schema of this version may not go on after it was upgraded. */
export const excludesPrograms = (version: number, migrations: readonly Migration[]): boolean =>
  version > 0 && oldestProgram(migrations) > version;

/** Message for the operator after a schema upgrade; undefined for a new database. */
export const broughtUp = (from: number, to: number, sinceMs: number): string | undefined =>
  from === 0
    ? undefined
    : `its schema was brought from version ${from} to ${to} in ${Math.round(performance.now() - sinceMs)} ms`;

/** Why no program may use a database from before the first release; undefined for others. `advice` says how to start anew. */
export const refusalOfOld = (version: number, advice: string): string | undefined =>
  version === 0 || version >= BASE_VERSION
    ? undefined
    : `it was written before the first release of millpond, and this version cannot read it: ${advice}`;

/** Why a program of this version may not run on a schema, given the oldest program that may; undefined if it may. */
export const refusalOf = (oldest: number, known: number): string | undefined =>
  known >= oldest
    ? undefined
    : `its schema is version ${oldest} or newer, but this program knows only up to ${known}: start a newer millpond`;
