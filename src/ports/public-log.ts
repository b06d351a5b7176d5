// The public log: as the API uses it, and as a store keeps it (the journal's rows, the hashes of the log's tree, its checkpoints).
import type { Leases } from './lease.ts';

export interface PublicLog {
  /** Whether this node signs checkpoints; another node may. */
  readonly isSigning: boolean;
  /** Why this node signs nothing though it is its turn; undefined if it does. */
  readonly unsure?: string | undefined;
  /** The last checkpoint; undefined before the first. */
  checkpoint(): Promise<StoredCheckpoint | undefined>;
  /** The last stored checkpoint of a log that a fork has ended, if the journal still has all that it covers. */
  ended(log: number): Promise<StoredCheckpoint | undefined>;
  /** The first `width` hashes of a tile, and the number of the log; undefined if the last checkpoint does not cover that many. */
  tile(tile: TileAt, width: number): Promise<{ readonly log: number; readonly nodes: Uint8Array } | undefined>;
  /** Proves that a row of the journal is part of the last checkpoint; undefined if it is newer. */
  proof(sequence: number): Promise<RowProof | undefined>;
  /** Proves that statements are part of the last checkpoint, which leaves newer ones out. */
  statements(page: StatementsPage): Promise<readonly RowProof[]>;
  /**
   * Signed receipts of transactions, in order: for the account that made each, since they tell all of the row. Null if this node may not
   * sign, or if the journal does not have the transaction (any more).
   */
  receipts(transactions: readonly TransactionPlace[]): Promise<readonly (SignedReceipt | null)[]>;
}

export type TransactionPlace = { readonly id: string; readonly sequence: number };

/** Promises the entry of a row and its place in the log. Hashes are in hex. */
export type SignedReceipt = {
  readonly sequence: number;
  /** SHA-256(nonce ‖ row). */
  readonly entry: string;
  readonly atMs: number;
  /** The place among the receipts under the same signature, and the hashes from there to the signed root. */
  readonly index: number;
  readonly path: readonly string[];
  readonly note: string;
  /** The contents of the entry. */
  readonly row: string;
  readonly nonce: string;
  readonly opened: readonly SealedPart[];
};

/** Hashes are in hex. */
export type RowProof = {
  /** The bytes of the row, as text. */
  readonly row: string;
  readonly nonce: string;
  /** The parts of a match that the row contains as hashes, since each is for the owner of one order. */
  readonly sealed: readonly SealedPart[];
  readonly index: number;
  /** The hashes beside the way from the leaf to the root, from below. */
  readonly path: readonly string[];
  readonly checkpoint: StoredCheckpoint;
};

/** The row contains SHA-256(nonce ‖ text) as the member `name` of its receipt. */
type SealedPart = { readonly name: string; readonly text: string; readonly nonce: string };

/** Methods may throw `StoreUnavailable`. A caller must await each call before the next one. */
export interface LogReads {
  /** The logs of the exchange, ascending; empty before the first is created. */
  logs(): Promise<readonly LogIdentity[]>;
  /** Number of leaves whose hashes are stored, the sequence of the journal's last row, and the database's time, read at one moment. */
  logStanding(): Promise<LogStanding>;
  /** The rows after a sequence, ascending, without interpreting them: damaged ones too. */
  logRows(after: number, limit: number): Promise<LogRows>;
  /** The hashes of these tiles, in the order asked for; undefined if a tile is not stored. */
  logTiles(tiles: readonly TileAt[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Rows in which the exchange states something in its log, without interpreting them. */
  statements(page: StatementsPage): Promise<readonly StatementRow[]>;
  /** The largest checkpoint of a log; by default of the one with the highest number. */
  lastCheckpoint(log?: number): Promise<StoredCheckpoint | undefined>;
  /** Checkpoints in the order of size, then log, after one. */
  checkpoints(page: CheckpointsPage): Promise<readonly StoredCheckpoint[]>;
}

export interface LogStore extends LogReads, Pick<Leases, 'takeLease' | 'releaseLease'> {
  /**
   * Stores tiles in one transaction; the log then has `to` leaves. Stores nothing and returns false if the fence is not that of
   * the current lease `log`, if the log does not have `from` leaves, or if the journal no longer contains the last row.
   */
  addToLog(tiles: readonly StoredTile[], claim: LogClaim): Promise<boolean>;
  /** Forgets all hashes, so that they are computed again. Returns false if the fence is outdated. */
  restartLog(fence: number): Promise<boolean>;
  /** What the database says about itself; null if there is no such thing, 'unknown' if it may not be asked. */
  databaseState(): Promise<DatabaseState | null | 'unknown'>;
  /** Stores a checkpoint, or replaces its text and key. Returns false if the fence is outdated. */
  putCheckpoint(checkpoint: StoredCheckpoint, fence: number): Promise<boolean>;
  /** Deletes checkpoints made before this time, except the last one of each log and day (UTC). Returns false if the fence is outdated. */
  thinCheckpoints(beforeMs: number, fence: number): Promise<boolean>;
}

/**
 * One log of the exchange. There is a second only if the journal was rolled back behind a published checkpoint; it then continues as
 * a new log.
 */
export type LogIdentity = {
  /** From 1. */
  readonly number: number;
  readonly origin: string;
  /** 32 bytes in hex, known to the database alone. */
  readonly secret: string;
  /** Rows from this sequence on are blinded by the secret of this log; those before it are shared with the log before. */
  readonly firstSequence: number;
};

/** Kind of the side records of `LogIdentity`, under the number. */
export const LOG_KIND = 'log';

/** Tells whether another server has taken over, which may lack what was committed last. */
export type DatabaseState = {
  /** Identifies the cluster: a dump restored elsewhere has another. */
  readonly system: string;
  /** Another one after every failover. */
  readonly timeline: string;
  /** Whether each commit was on a standby before it was confirmed. */
  readonly isSynchronous: boolean;
};

export type LogStanding = { readonly size: number; readonly head: number; readonly nowMs: number };

/** Rows of the journal as the log hashes them (src/transparency/format/row.ts), each preceded by `NONCE_BYTES` for its nonce. They share one buffer, since an object for each row costs more than its hash. */
export type LogRows = {
  readonly bytes: Buffer;
  /** Number of bytes of each row, with those for the nonce. */
  readonly lengths: readonly number[];
};

/** The place of a tile: its level, and its index from the left. */
export type TileAt = { readonly level: number; readonly index: number };
/** A tile with up to 256 hashes of 32 bytes, one after another. */
export type StoredTile = TileAt & { readonly nodes: Uint8Array };

type LogClaim = {
  readonly fence: number;
  readonly from: number;
  readonly to: number;
  /** Id of the row with the sequence `to`. */
  readonly lastId: string;
};

export type StoredCheckpoint = {
  /** Number of the log, from 1: a journal that was rolled back continues as a new log. */
  readonly log: number;
  readonly size: number;
  /** Root hash in base64. */
  readonly root: string;
  /** By the database's clock. */
  readonly madeAtMs: number;
  /** Public key of the log in the form of signed-note. */
  readonly vkey: string;
  /** The signed note. */
  readonly note: string;
};

/** The kinds of rows that move nothing and are public. */
export const STATEMENT_KINDS = ['liabilities', 'audited', 'forked'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Ascending after a sequence, or the newest first (before a sequence). */
export type StatementsPage = {
  readonly order: { readonly after: number } | { readonly before: number } | 'newest first';
  readonly kind?: StatementKind;
  readonly limit: number;
};

/** The receipt as the journal stores it. */
export type StatementRow = { readonly sequence: number; readonly kind: StatementKind; readonly receipt: string };

type CheckpointsPage = { readonly after: Pick<StoredCheckpoint, 'log' | 'size'>; readonly limit: number };
