// A consistent view of a whole SQLite exchange, on its own connection.
import type { DatabaseSync } from 'node:sqlite';
import { type Journal, StoreUnavailable } from '../../ports/store.ts';
import { CHAIN_MARK, type ChainMarkRow, chainMark } from '../rows/chain-orders.ts';
import { EVERY_HOOK, type HookRow, toHook } from '../rows/hooks.ts';
import { REPLY_MARK, replyMark } from '../rows/refusals.ts';
import {
  EVERY_SIDE_RECORD,
  SIDE_MARK,
  type SideMarkRow,
  type SideRow,
  sideMark,
  toSideRecord,
} from '../rows/side-records.ts';
import { arrivedAt } from '../unfinished-copy.ts';
import { everyChainRecord } from './chain/copied.ts';
import { type ConnectionOptions, explain, openReader } from './connection.ts';
import { countedMarket } from './projection/counted-market.ts';
import { SqliteReader } from './reader.ts';

/** Other threads open it by its module. */
export async function openJournal(options: ConnectionOptions): Promise<Journal> {
  try {
    return open(options);
  } catch (error) {
    throw explain(error, options.path);
  }
}

function open(options: ConnectionOptions): Journal {
  const db = openReader(options);
  try {
    db.exec('BEGIN');
    refuseDamaged(db, options.path);
    return journalOf(db, options.path);
  } catch (error) {
    db.close();
    throw error;
  }
}

function journalOf(db: DatabaseSync, path: string): Journal {
  const reader = new SqliteReader(db);
  const { sequence, id } = reader.mark();
  return {
    factory: reader.factory(),
    head: arrivedAt(sequence),
    lastId: id,
    listingSequence: reader.listingSequence(),
    tokens: reader.everyToken(),
    pools: reader.everyPool(),
    keys: reader.keys(),
    hooks: (db.prepare(EVERY_HOOK).all() as unknown as HookRow[]).map(toHook),
    transactions: (after = 0) => reader.journal(after),
    balances: () => reader.everyBalance(),
    replyMark: replyMark(db.prepare(`SELECT ${REPLY_MARK} FROM replies`).get() as { count: unknown; times: unknown }),
    replies: () => reader.everyReply(),
    sideMark: sideMark(db.prepare(SIDE_MARK).get() as SideMarkRow),
    *sideRecords() {
      for (const row of db.prepare(EVERY_SIDE_RECORD).iterate()) yield toSideRecord(row as unknown as SideRow);
    },
    chainMark: chainMark(db.prepare(CHAIN_MARK).get() as ChainMarkRow),
    chainRecords: () => everyChainRecord(db),
    movements: () => reader.everyMovement(),
    parties: () => reader.everyParty(),
    market: countedMarket(db),
    explain: (error) => explain(error, path),
    close: async () => db.close(),
  };
}

function refuseDamaged(db: DatabaseSync, path: string): void {
  const damage = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (damage.quick_check === 'ok') return;
  // The last line is the finding itself.
  const finding = damage.quick_check.split('\n').at(-1);
  throw new StoreUnavailable('corrupt', `${path}: it is damaged (${finding})`);
}
