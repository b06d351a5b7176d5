// Writes beside the journal, done by the writer's thread between two batches: the HTTP thread never waits for the disk.
import type { DatabaseSync } from 'node:sqlite';
import { revokeKey } from './inserts.ts';
import { addSession, endOtherSessions, endSession } from './sessions.ts';
import { changeSideRecords } from './side-records.ts';
import { inTransaction } from './transaction.ts';

type Arguments<Write> = Write extends (db: DatabaseSync, ...args: infer Args) => unknown ? Args : never;

/** In an explicit transaction, whose COMMIT tells a failed change from one whose outcome is unknown. */
const alone =
  <Args extends readonly unknown[], Result>(write: (db: DatabaseSync, ...args: Args) => Result) =>
  (db: DatabaseSync, ...args: Args): Result =>
    inTransaction(db, () => write(db, ...args));

/** Arguments and results are sent between threads and processes, so they must be plain data. */
const SMALL_WRITES = {
  changeSideRecords,
  addSession,
  endSession: alone(endSession),
  endOtherSessions: alone(endOtherSessions),
  revokeKey: alone(revokeKey),
};

type SmallWrites = typeof SMALL_WRITES;
export type SmallWrite = <Name extends keyof SmallWrites>(
  name: Name,
  ...args: Arguments<SmallWrites[Name]>
) => Promise<ReturnType<SmallWrites[Name]>>;

export const writeSmall = (db: DatabaseSync, name: string, args: readonly unknown[]): unknown =>
  (SMALL_WRITES[name as keyof SmallWrites] as (db: DatabaseSync, ...args: readonly unknown[]) => unknown)(db, ...args);
