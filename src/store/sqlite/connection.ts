// Opens SQLite files, and explains why one cannot be used.
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreUnavailable, type Unavailable } from '../../ports/store.ts';
import { MigrationFailed } from '../migrations.ts';
import { type FileIdentity, refuseLost } from './file-identity.ts';
import { createPrivately, makeDirectory } from './modes.ts';
import { refuseForeign, SchemaMismatch } from './schema.ts';

export type ConnectionOptions = {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** If given, only this file is opened, and none is created. */
  readonly file?: FileIdentity;
};

/** A connection whose commits are on the disk when they return: write-ahead log, synchronous=FULL. */
export function openWriter(options: ConnectionOptions): DatabaseSync {
  const { path, file } = options;
  if (!file) {
    makeDirectoryOf(path);
    createPrivately(path);
  }
  const db = open(options, { enableForeignKeyConstraints: true });
  try {
    // Checked before any pragma: setting the journal mode already writes to the file.
    refuseForeign(db);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
    // The writer checkpoints the log; another connection does so only if the log has grown to 16,000 pages.
    db.exec('PRAGMA wal_autocheckpoint = 16000');
    // On macOS, only this makes the disk flush its cache; elsewhere it changes nothing.
    db.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    if (file) refuseLost(path, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A connection that never writes and, because of the write-ahead log, never waits for the writer. */
export function openReader(options: ConnectionOptions): DatabaseSync {
  const { path, file } = options;
  const db = open(options);
  // A small page cache: SQLite drops its pages whenever another connection has committed.
  db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -2048');
  if (!file) return db;
  try {
    refuseLost(path, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function open({ path, busyTimeoutMs, file }: ConnectionOptions, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (!file) return new DatabaseSync(path, { timeout: busyTimeoutMs, ...options });
  // Checked before opening too: opening a replaced file may already write to it.
  refuseLost(path, file);
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  return new DatabaseSync(existing, { timeout: busyTimeoutMs, ...options });
}

function makeDirectoryOf(path: string): void {
  try {
    makeDirectory(dirname(path));
  } catch (error) {
    throw new StoreUnavailable('failed', `${path}: its directory cannot be created (${(error as Error).message})`);
  }
}

// Primary result codes: https://sqlite.org/rescode.html
const REASONS: Readonly<Record<number, readonly [Unavailable, string]>> = {
  5: ['busy', 'another process holds its write lock'],
  6: ['busy', 'another process holds its write lock'],
  7: ['failed', 'there is not enough memory'],
  8: ['read_only', 'it cannot be written'],
  10: ['failed', 'the disk reported an error, or a file-size limit was reached'],
  11: ['corrupt', 'it is damaged'],
  13: ['full', 'the disk is full'],
  14: ['failed', 'it cannot be opened: check the path and its permissions'],
  26: ['corrupt', 'it is not an SQLite database'],
};
/** SQLite's result code for a missing table or column is generic, so the message is matched instead. */
const IS_MISSING = /^no such (table|column)/;
const MISSING = ['failed', 'a table or column is missing: its schema may be that of a newer millpond'] as const;

/** Converts an error with a known cause to a `StoreUnavailable` that names the file and the reason; returns others unchanged. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof SchemaMismatch) return new StoreUnavailable('failed', `${path}: ${error.message}`);
  if (error instanceof MigrationFailed) {
    const why = explain(error.cause, path);
    return why instanceof StoreUnavailable ? why : new StoreUnavailable('failed', `${path}: ${error.message}`);
  }
  const { errcode, message } = error as { errcode?: unknown; message?: string };
  if (typeof errcode !== 'number') return error;
  const known = REASONS[errcode & 0xff] ?? (IS_MISSING.test(String(message)) ? MISSING : undefined);
  if (!known) return error;
  const [reason, words] = known;
  return new StoreUnavailable(reason, `${path}: ${words} (SQLite: ${message}, code ${errcode})`);
}
