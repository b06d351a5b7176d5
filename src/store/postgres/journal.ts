// A consistent view of a whole PostgreSQL exchange for audits and copies: a repeatable-read transaction on its own connection.
import type { Account } from '../../core/amount.ts';
import type { ChainRequest, ChainSend } from '../../ports/chain-requests.ts';
import type { CountedMarket } from '../../ports/projection.ts';
import type { MovementRow, PartyRow } from '../../ports/records.ts';
import { type Journal, type JournalOptions, StoreUnavailable } from '../../ports/store.ts';
import {
  CHAIN_MARK,
  type ChainMarkRow,
  chainMark,
  EVERY_REQUEST,
  EVERY_SEND,
  EVERY_WALLET,
  type RequestRow,
  type SendRow,
  toRequest,
  toSend,
} from '../rows/chain-requests.ts';
import { markOf } from '../rows/fields.ts';
import { CANDLES, toCandle } from '../rows/market-tables.ts';
import { REPLY_MARK } from '../rows/refusals.ts';
import {
  BALANCE_COLUMNS,
  BALANCES_BY_TOKEN,
  BY_TRANSACTION,
  MOVEMENTS,
  PARTIES,
  REPLIES,
  TRANSACTION_COLUMNS,
  toBalance,
  toTransaction,
} from '../rows/rows.ts';
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
import { type Connection, type ConnectionOptions, connect, explain } from './connection.ts';
import { run, WORDS } from './database.ts';
import { PostgresReader } from './reader.ts';

/** Rows fetched at once. */
const PAGE = 2000;

/** Other threads import this function from the module that `Store.journal` names. */
export async function openJournal(options: ConnectionOptions & JournalOptions): Promise<Journal> {
  let isCut = false;
  // After a loss the driver would reconnect, without the transaction. Without `max_lifetime: null`, it would end a long connection.
  const onclose = () => {
    isCut = true;
  };
  const sql = connect(options, 1, { max_lifetime: null, onclose });
  /** After a reconnect the reads are no longer of one moment, so any later error is reported as the lost connection. */
  const why = (error: unknown) =>
    explain(
      isCut ? new StoreUnavailable('failed', `the connection was lost (${(error as Error).message})`) : error,
      options.url,
    );
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
    return { ...(await journalOf(sql, options)), explain: why, close };
  } catch (error) {
    const explained = why(error);
    await close();
    throw explained;
  }
}

async function journalOf(
  sql: Connection,
  { isUnchecked }: JournalOptions,
): Promise<Omit<Journal, 'explain' | 'close'>> {
  const reader = new PostgresReader(sql);
  const mark = async (text: string) => (isUnchecked ? '' : markOf((await sql.unsafe(text))[0]));
  const { found, listingSequence } = await reader.read([]);
  const ask: Run = (text, ...values) => run(sql, text, values);
  let cursors = 0;
  /** Uses server-side cursors, since several are read in turns; a cursor of the driver would occupy the connection until its end. */
  async function* rowsOf<Row, Item = Row>(query: string, toItem = (row: Row) => row as unknown as Item) {
    const cursor = `journal_${cursors++}`;
    await sql.unsafe(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`);
    for (;;) {
      const rows = await sql.unsafe<Row[] & object[]>(`FETCH ${PAGE} FROM ${cursor}`);
      for (const row of rows) yield toItem(row);
      if (rows.length < PAGE) return;
    }
  }
  return {
    factory: await reader.factory(),
    head: arrivedAt(found.sequence),
    lastId: found.id,
    listingSequence,
    tokens: await reader.everyToken(),
    pools: await reader.everyPool(),
    keys: await reader.keys(),
    hooks: (await sql.unsafe(EVERY_HOOK)).map(toHook),
    transactions: (after = 0) =>
      rowsOf(`SELECT ${TRANSACTION_COLUMNS} FROM journal WHERE sequence > ${after} ORDER BY sequence`, toTransaction),
    balances: () => rowsOf(`SELECT ${BALANCE_COLUMNS} FROM balances ORDER BY account, token`, toBalance),
    balancesByToken: () => rowsOf(BALANCES_BY_TOKEN, toBalance),
    replyMark: await mark(REPLY_MARK),
    replies: () => rowsOf(`SELECT ${REPLIES.list} FROM replies ${BY_TRANSACTION}`, REPLIES.recordOf),
    sideMark: await mark(SIDE_MARK),
    sideRecords: () => rowsOf(EVERY_SIDE_RECORD, SIDE_RECORDS.recordOf),
    chainMark: isUnchecked ? '' : chainMark((await sql.unsafe<[ChainMarkRow]>(CHAIN_MARK))[0]),
    async *chainRecords() {
      for await (const { account } of rowsOf<{ account: Account }>(EVERY_WALLET)) yield { wallet: account };
      for await (const send of rowsOf<SendRow, ChainSend>(EVERY_SEND, toSend)) yield { send };
      for await (const request of rowsOf<RequestRow, ChainRequest>(EVERY_REQUEST, toRequest)) yield { request };
    },
    movements: () => rowsOf<MovementRow>(`SELECT ${MOVEMENTS.list} FROM movements ORDER BY sequence`),
    parties: () => rowsOf<PartyRow>(`SELECT ${PARTIES.list} FROM parties ORDER BY sequence`),
    market: await countedMarket(ask, rowsOf, (keys) => candlesOf(sql, keys)),
    ...expectedRows(ask),
    orderOwners: orderOwners(ask),
    auditPoint: () => statedPoint(ask),
    log: logReads({ ...WORDS, ask }),
    liabilities: liabilitiesReads(ask),
  };
}

async function candlesOf(sql: Connection, keys: Parameters<CountedMarket['candles']>[0]) {
  const rows = await sql`
    SELECT found.*
    FROM unnest(
        ${keys.map(({ pool }) => pool)}::bigint[], ${keys.map(({ intervalMs }) => intervalMs)}::bigint[],
        ${keys.map(({ startMs }) => startMs)}::bigint[]) WITH ORDINALITY AS asked (pool, interval_ms, start_ms, place)
      LEFT JOIN LATERAL (
        SELECT ${sql.unsafe(CANDLES.list)} FROM candles
        WHERE candles.pool = asked.pool AND candles.interval_ms = asked.interval_ms
          AND candles.start_ms = asked.start_ms LIMIT 1) AS found ON true
    ORDER BY place`;
  return rows.map((row) => (row.sequence === null ? undefined : toCandle(row)));
}
