// A consistent view of a whole SQLite exchange for audits and copies: a read transaction on its own connection.
import type { DatabaseSync } from 'node:sqlite';
import { type Journal, type JournalOptions, StoreUnavailable } from '../../ports/store.ts';
import { CHAIN_MARK, type ChainMarkRow, chainMark } from '../rows/chain-requests.ts';
import { markOf, type Row } from '../rows/fields.ts';
import { CANDLES, toCandle } from '../rows/market-tables.ts';
import { REPLY_MARK } from '../rows/refusals.ts';
import { BALANCES_BY_TOKEN, type BalanceRow, toBalance } from '../rows/rows.ts';
import { EVERY_SIDE_RECORD, SIDE_MARK, SIDE_RECORDS } from '../rows/side-records.ts';
import { statedPoint } from '../sql/audits.ts';
import type { Run } from '../sql/database.ts';
import { expectedRows } from '../sql/expected-rows.ts';
import { EVERY_HOOK, toHook } from '../sql/hooks.ts';
import { liabilitiesReads } from '../sql/liabilities.ts';
import { logReads } from '../sql/log.ts';
import { countedMarket } from '../sql/market.ts';
import { orderOwners } from '../sql/order-owners.ts';
import { arrivedAt } from '../unfinished-copy.ts';
import { everyChainRecord } from './chain/copied.ts';
import { type ConnectionOptions, explain, openReader } from './connection.ts';
import { WORDS } from './database.ts';
import { SqliteReader } from './reader.ts';

/** Other threads import this function from the module that `Store.journal` names. */
export async function openJournal(options: ConnectionOptions & JournalOptions): Promise<Journal> {
  try {
    return await open(options);
  } catch (error) {
    throw explain(error, options.path);
  }
}

async function open(options: ConnectionOptions & JournalOptions): Promise<Journal> {
  const db = openReader(options);
  try {
    db.exec('BEGIN');
    if (!options.isUnchecked) refuseDamaged(db, options.path);
    return await journalOf(db, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

async function journalOf(
  db: DatabaseSync,
  { path, isUnchecked }: ConnectionOptions & JournalOptions,
): Promise<Journal> {
  const mark = (text: string) => (isUnchecked ? '' : markOf(db.prepare(text).get()));
  const reader = new SqliteReader(db);
  const { sequence, id } = reader.mark();
  const candle = db.prepare(`SELECT ${CANDLES.list} FROM candles WHERE pool = ? AND interval_ms = ? AND start_ms = ?`);
  const ask: Run = async (text, ...values) => db.prepare(text).all(...values) as never;
  function* rowsOf<Item>(text: string, toItem: (row: Row) => Item): Generator<Item> {
    for (const row of db.prepare(text).iterate()) yield toItem(row);
  }
  return {
    factory: reader.factory(),
    head: arrivedAt(sequence),
    lastId: id,
    listingSequence: reader.listingSequence(),
    tokens: reader.everyToken(),
    pools: reader.everyPool(),
    keys: reader.keys(),
    hooks: db.prepare(EVERY_HOOK).all().map(toHook),
    transactions: (after = 0) => reader.journal(after),
    balances: () => reader.everyBalance(),
    balancesByToken: () => rowsOf(BALANCES_BY_TOKEN, (row) => toBalance(row as BalanceRow)),
    replyMark: mark(REPLY_MARK),
    replies: () => reader.everyReply(),
    sideMark: mark(SIDE_MARK),
    sideRecords: () => rowsOf(EVERY_SIDE_RECORD, SIDE_RECORDS.recordOf),
    chainMark: isUnchecked ? '' : chainMark(db.prepare(CHAIN_MARK).get() as ChainMarkRow),
    chainRecords: () => everyChainRecord(db),
    movements: () => reader.everyMovement(),
    parties: () => reader.everyParty(),
    market: await countedMarket(ask, rowsOf, async (keys) =>
      keys.map(({ pool, intervalMs, startMs }) => {
        const row = candle.get(pool, intervalMs, startMs);
        return row && toCandle(row);
      }),
    ),
    ...expectedRows(ask),
    orderOwners: orderOwners(ask),
    auditPoint: () => statedPoint(ask),
    log: logReads({ ...WORDS, ask }),
    liabilities: liabilitiesReads(ask),
    explain: (error) => explain(error, path),
    close: async () => db.close(),
  };
}

function refuseDamaged(db: DatabaseSync, path: string): void {
  const damage = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (damage.quick_check === 'ok') return;
  // The last line describes the damage; the line before it may only name the database.
  const finding = damage.quick_check.split('\n').at(-1);
  throw new StoreUnavailable('corrupt', `${path}: it is damaged (${finding})`);
}
