// Reads activity and accounts from an SQLite file: transactions newest first or oldest first, accounts by name.
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../core/amount.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { ActivityPage, HistoryPage } from '../../ports/store.ts';
import { NEXT_SENT, referenceText, userRuns } from '../rows/activity.ts';
import { POSTED_COLUMNS, type PostedRow, toPosted } from '../rows/rows.ts';

export function activityReader(db: DatabaseSync) {
  const sql = prepare(db);
  const rowsOf = ({ before, limit, ...of }: ActivityPage) => {
    const page = { $before: before, $limit: limit };
    if ('all' in of) return sql.all.all(page);
    if ('account' in of) return sql.ofAccount.all({ ...page, $account: of.account });
    return sql.byReference.all({ ...page, $reference: referenceText(of.reference) });
  };
  return {
    activity: (page: ActivityPage): readonly Posted[] => (rowsOf(page) as unknown as PostedRow[]).map(toPosted),
    history: ({ account, after, limit }: HistoryPage): readonly Posted[] =>
      (sql.ofAccountSince.all({ $account: account, $after: after, $limit: limit }) as unknown as PostedRow[]).map(
        toPosted,
      ),
    hasSent(from: Account, to: Account): boolean {
      const next = sql.nextSent.get(from, to);
      return next?.sender === from && next.account === to;
    },
    accounts: ({ after, limit }: { after: string; limit: number }): readonly AccountRecord[] =>
      // Copied, because SQLite's row objects have no prototype, so that they would not equal the same records from elsewhere.
      (
        sql.accounts.all(
          ...userRuns(after).flatMap((run) => [run.after, run.before, limit]),
          after,
          limit,
          limit,
        ) as unknown as AccountRecord[]
      ).map((row) => ({ ...row })),
  };
}

const HOLDERS = `SELECT * FROM (SELECT DISTINCT account FROM balances
  WHERE account > ? AND account < ? AND balance <> '0' ORDER BY account LIMIT ?)`;

export const ACCOUNTS = `SELECT account,
    (SELECT count(*) FROM balances WHERE balances.account = named.account AND balance <> '0') AS tokens,
    (SELECT count(*) FROM keys WHERE keys.account = named.account AND revoked_at_ms IS NULL) AS keys
  FROM (
    ${userRuns('')
      .map(() => HOLDERS)
      .join(' UNION ')}
    UNION SELECT * FROM (SELECT DISTINCT account FROM keys WHERE account > ? ORDER BY account LIMIT ?)
  ) AS named ORDER BY account LIMIT ?`;

function prepare(db: DatabaseSync) {
  const columns = POSTED_COLUMNS.replaceAll(/\w+/g, 'journal.$&');
  const newest = 'ORDER BY sequence DESC LIMIT $limit';
  const oldest = 'ORDER BY sequence LIMIT $limit';
  return {
    all: db.prepare(`SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence < $before ${newest}`),
    ofAccount: db.prepare(
      `SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence IN (
         SELECT * FROM (SELECT sequence FROM journal WHERE actor = $account AND sequence < $before ${newest})
         UNION SELECT * FROM (SELECT sequence FROM parties WHERE account = $account AND sequence < $before ${newest}))
       ${newest}`,
    ),
    ofAccountSince: db.prepare(
      `SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence IN (
         SELECT * FROM (SELECT sequence FROM journal WHERE actor = $account AND sequence > $after ${oldest})
         UNION SELECT * FROM (SELECT sequence FROM parties WHERE account = $account AND sequence > $after ${oldest}))
       ${oldest}`,
    ),
    byReference: db.prepare(
      `SELECT ${columns} FROM movements JOIN journal USING (sequence)
       WHERE reference = $reference AND movements.sequence < $before ORDER BY movements.sequence DESC LIMIT $limit`,
    ),
    nextSent: db.prepare(NEXT_SENT),
    accounts: db.prepare(ACCOUNTS),
  };
}
