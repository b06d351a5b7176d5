// Reads activity and accounts from PostgreSQL: transactions newest first or oldest first, accounts by name.

import type { PendingQuery, Row } from 'postgres';
import type { Posted } from '../../core/settle/instruction.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { ActivityPage, HistoryPage } from '../../ports/store.ts';
import { referenceText, userRuns } from '../rows/activity.ts';
import { POSTED_COLUMNS, type PostedRow, toPosted } from '../rows/rows.ts';
import type { Connection } from './connection.ts';

export async function readActivity(
  sql: Connection,
  { before, limit, ...of }: ActivityPage,
): Promise<readonly Posted[]> {
  const newest = sql`ORDER BY sequence DESC LIMIT ${limit}`;
  const sequences =
    'all' in of
      ? sql`SELECT sequence FROM journal WHERE sequence < ${before} ${newest}`
      : 'account' in of
        ? sql`
          (SELECT sequence FROM journal WHERE actor = ${of.account} AND sequence < ${before} ${newest})
          UNION (SELECT sequence FROM parties WHERE account = ${of.account} AND sequence < ${before} ${newest})
          ${newest}`
        : sql`
          SELECT sequence FROM movements
          WHERE reference = ${referenceText(of.reference)} AND sequence < ${before} ${newest}`;
  return (await postedOf(sql, sequences, sql`DESC`)).map(toPosted);
}

/** The transactions of an account after a sequence, oldest first. */
export async function readHistory(sql: Connection, { account, after, limit }: HistoryPage): Promise<readonly Posted[]> {
  const oldest = sql`ORDER BY sequence LIMIT ${limit}`;
  const sequences = sql`
    (SELECT sequence FROM journal WHERE actor = ${account} AND sequence > ${after} ${oldest})
    UNION (SELECT sequence FROM parties WHERE account = ${account} AND sequence > ${after} ${oldest})
    ${oldest}`;
  return (await postedOf(sql, sequences, sql`ASC`)).map(toPosted);
}

/** LIMIT makes the server look up each sequence by its index; for a plain join it might read the whole journal. */
const postedOf = (sql: Connection, sequences: PendingQuery<Row[]>, order: PendingQuery<Row[]>) => sql<PostedRow[]>`
  SELECT journal.* FROM (${sequences}) AS named CROSS JOIN LATERAL (
    SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE journal.sequence = named.sequence LIMIT 1) AS journal
  ORDER BY sequence ${order}`;

export const readAccounts = async (
  sql: Connection,
  page: { after: string; limit: number },
): Promise<readonly AccountRecord[]> => [...(await accountsAfter(sql, page))];

export function accountsAfter(sql: Connection, { after, limit }: { after: string; limit: number }) {
  const holders = userRuns(after).map(
    (run) => sql`
      (SELECT DISTINCT account FROM balances
        WHERE account > ${run.after} AND account < ${run.before} AND balance <> 0 ORDER BY account LIMIT ${limit})
      UNION`,
  );
  return sql<AccountRecord[]>`
      SELECT account,
        (SELECT count(*) FROM balances WHERE balances.account = named.account AND balance <> 0) AS tokens,
        (SELECT count(*) FROM keys WHERE keys.account = named.account AND revoked_at_ms IS NULL) AS keys
      FROM (
        ${holders} (SELECT DISTINCT account FROM keys WHERE account > ${after}
          ORDER BY account LIMIT ${limit})
      ) AS named ORDER BY account LIMIT ${limit}`;
}
