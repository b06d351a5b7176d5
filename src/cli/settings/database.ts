// Settings of the database.
import { fault, setting } from './readers.ts';

export const DATABASE = {
  DATABASE_URL: setting(
    'URL',
    'sqlite:./data/millpond.db',
    'Database: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE; with VENUE=ton the default is sqlite:./data/ton.db',
    readDatabaseUrl,
  ),
} as const;

// Not a standard URL, since it may name several hosts, separated by commas. Refuses two mistakes that would show a password as a
// host: a colon without a port after it (the host was forgotten), and an @ after the hosts (an @ in the password).
const HOST_AND_PORT = String.raw`(\[[^\]\s@/?#]+\]|[^\s@/?#:,]+)(:\d{1,5})?`;
const POSTGRES_URL = new RegExp(
  String.raw`^postgres(ql)?://([^\s@/?#]*@)?${HOST_AND_PORT}(,${HOST_AND_PORT})*(/[^\s@/?#]*)?(\?[^\s@#]*)?$`,
);

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

export function readDatabaseUrl(text: string, said: string): DatabaseUrl {
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: 'sqlite', path };
  if (POSTGRES_URL.test(text)) {
    if (said.startsWith('--') && hasPassword(text)) refusePassword(said);
    return { kind: 'postgres', url: text };
  }
  return fault('must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, special characters percent-encoded');
}

const hasPassword = (url: string): boolean =>
  /\/\/[^@/?]*:[^@/?]*@/.test(url) || new URLSearchParams(url.split(/\?(.*)/s)[1]).has('password');

/** Every user of a machine can list the flags of its processes, but not their environment variables. */
function refusePassword(flag: string): never {
  const variable = flag === '--database-url' ? 'DATABASE_URL' : `COPY_${flag.slice(2).toUpperCase()}`;
  fault(
    `other users of this machine can see a password in a flag; use the variable ${variable}, or PGPASSWORD for the password`,
  );
}
