// Checks a PostgreSQL server before it is used.
import { type Connection, type ConnectionOptions, connect, inTime, isLate } from './connection.ts';
import { targetOf } from './url.ts';

/** Fails if no server answers: with several hosts the driver would silently retry for ever. */
export const checkReached = (sql: Connection, { timeoutMs }: ConnectionOptions): Promise<unknown> =>
  inTime(timeoutMs, [sql`SELECT 1`]);

/** Fails (code 26000) behind a pooler that may give each transaction another connection and does not support prepared statements. */
export async function checkPreparing(options: ConnectionOptions): Promise<void> {
  if (!targetOf(options.url).prepare) return;
  const [ours, other] = [connect(options, 1), connect(options, 1)];
  // In a transaction, because outside of one the driver would silently prepare the statement again.
  const ask = () => ours.begin((sql) => sql`SELECT 1`);
  try {
    await ask();
    await other.begin(async (sql) => {
      // While this transaction occupies the connection just used, the pooler must give `ask` another one.
      await sql`SELECT 1`;
      // A pooler with only one connection makes `ask` wait until the timeout; no statement can be lost then.
      await inTime(options.timeoutMs, [ask()]).catch((error) => {
        if (!isLate(error)) throw error;
      });
    });
  } finally {
    await Promise.all([ours, other].map((sql) => sql.end({ timeout: 0 })));
  }
}

/** Warnings about server settings under which confirmed transactions can be lost or commits fail. */
export async function settingWarnings(sql: Connection): Promise<readonly string[]> {
  const rows = await sql<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'statement_timeout') ORDER BY name`;
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const off = [...settings].filter(([, setting]) => setting === 'off').map(([name]) => name);
  const warnings: string[] = [];
  if (off.length > 0)
    warnings.push(
      `a crash of the database server can lose confirmed transactions, because these settings are off: ${off.join(', ')}`,
    );
  if (settings.get('synchronous_commit') === 'local')
    warnings.push(
      'a failover can lose confirmed transactions, because synchronous_commit=local does not wait for a standby',
    );
  const statementMs = settings.get('statement_timeout') ?? '0';
  if (statementMs !== '0')
    warnings.push(
      `statement_timeout=${statementMs} ms can end a commit while it waits for a standby, and long audits and copies: set it to 0 for this role`,
    );
  return warnings;
}

export async function hasExchange(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`SELECT to_regclass('head') IS NOT NULL AS found`;
  return row?.found === true;
}
