// Writes beside the journal, done by the writer's thread between two batches: the HTTP thread never waits for the disk.
import type { DatabaseSync } from 'node:sqlite';
import { revokeKey } from './inserts.ts';
import { addSession, endOtherSessions, endSession } from './sessions.ts';
import { changeSideRecords } from './side-records.ts';

type Arguments<Write> = Write extends (db: DatabaseSync, ...args: infer Args) => unknown ? Args : never;

/** Arguments and results are sent between threads and processes, so they are plain data. */
const SMALL_WRITES = {
  changeSideRecords,
  addSession,
  endSession,
  endOtherSessions,
  revokeKey,
};

type SmallWrites = typeof SMALL_WRITES;
export type SmallWrite = <Name extends keyof SmallWrites>(
  name: Name,
  ...args: Arguments<SmallWrites[Name]>
) => Promise<ReturnType<SmallWrites[Name]>>;

export const writeSmall = (db: DatabaseSync, name: string, args: readonly unknown[]): unknown =>
  (SMALL_WRITES[name as keyof SmallWrites] as (db: DatabaseSync, ...args: readonly unknown[]) => unknown)(db, ...args);
