// What is found out about a server before it is used.
import { type Connection, type ConnectionOptions, connect, inTime, isLate } from './connection.ts';
import { targetOf } from './url.ts';

/** Fails where no server answers: of several hosts the driver would go on trying for ever, and say nothing. */
export const checkReached = (sql: Connection, { timeoutMs }: ConnectionOptions): Promise<unknown> =>
  inTime(timeoutMs, [sql`SELECT 1`]);

/** Fails with 26000 behind a pooler that gives every transaction another connection and knows no prepared statements. */
export async function checkPreparing(options: ConnectionOptions): Promise<void> {
  if (!targetOf(options.url).prepare) return;
  const [ours, other] = [connect(options, 1), connect(options, 1)];
  // In a transaction, because outside of one the driver would prepare it again and say nothing.
  const ask = () => ours.begin((sql) => sql`SELECT 1`);
  try {
    await ask();
    await other.begin(async (sql) => {
      // While this transaction has the connection that was just used, there is no other way than another one.
      await sql`SELECT 1`;
      // A pooler that has only one must let us wait, and then nothing was lost by it.
      await inTime(options.timeoutMs, [ask()]).catch((error) => {
        if (!isLate(error)) throw error;
      });
    });
  } finally {
    await Promise.all([ours, other].map((sql) => sql.end({ timeout: 0 })));
  }
}

/** Those settings that must be on, or a crash of the server loses what was answered. */
export async function settingsOff(sql: Connection): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`;
  return rows.map(({ name }) => name);
}

export async function hasExchange(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`SELECT to_regclass('head') IS NOT NULL AS found`;
  return row?.found === true;
}
