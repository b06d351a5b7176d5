// The URL of a database on which nodes do not find the parameter `transaction_timeout`, as on a server before PostgreSQL 17.
import postgres from 'postgres';

const HIDE = `
  CREATE FUNCTION public.current_setting(name text, is_missing_ok boolean) RETURNS text LANGUAGE sql
    AS $$ SELECT CASE WHEN name <> 'transaction_timeout' THEN pg_catalog.current_setting(name, is_missing_ok) END $$;
  CREATE VIEW public.pg_settings AS SELECT * FROM pg_catalog.pg_settings WHERE name <> 'transaction_timeout'`;

export async function asBefore17(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(HIDE).simple();
  await sql.end();
  return `${url}?search_path=public,pg_catalog`;
}
