// The database's password appears in no error message or log, whatever the form of the URL, and is refused in flags.
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../src/cli/settings.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { nameOf, targetOf } from '../../src/store/postgres/url.ts';
import { MAIN, Program, Server } from '../crash/process.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { ask } from './replication.ts';

/** Matches either half of the passwords below; neither may appear. */
const SECRET = /hunter|sesame/i;
const OPTIONS = { poolSize: 1, timeoutMs: 1000, findOutMs: 1000, policy: POLICY };

/** URLs with a password, many of them malformed. No server listens on port 1. */
const FORMS = [
  'postgres://ann:hunter-sesame@127.0.0.1:1/millpond',
  'postgresql://ann:hunter-sesame@127.0.0.1:1/millpond',
  'POSTGRES://ann:hunter-sesame@127.0.0.1:1/millpond',
  'Postgres://ann:hunter-sesame@127.0.0.1:1/millpond',
  'postgres://:hunter-sesame@127.0.0.1:1',
  'postgres://ann:hunter%40sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter%2Fsesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter%zzsesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter@sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter/sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter:sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter?sesame@127.0.0.1:1/millpond',
  'postgres://ann:1?hunter-sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter#sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter\nsesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter,sesame@127.0.0.1:1/millpond',
  'postgres://ann:hunter-sesame@127.0.0.1:1,127.0.0.1:2/millpond?sslmode=sometimes',
  'postgres://127.0.0.1:1,ann:hunter-sesame@127.0.0.1:2/millpond',
  'postgres://ann:hunter-sesame',
  'postgres://ann:hunter-sesame/millpond',
  'postgres://ann:hunter-sesame@',
  'postgres://ann:hunter-sesame@127.0.0.1:99999/millpond',
  'postgres://ann:hunter-sesame@127.0.0.1:port/millpond',
  'postgres://ann:hunter-sesame@127.0.0.1:1/mill pond',
  'postgres://ann:hunter-sesame@127.0.0.1:1/millpond?sslmode=sometimes',
  'postgres://ann:hunter-sesame@127.0.0.1:1/millpond?target_session_attrs=any-one',
  'postgres://127.0.0.1:1/millpond?user=ann&password=hunter-sesame',
  'postgres://127.0.0.1:1/millpond?password=hunter@sesame',
  'postgres://127.0.0.1:1/millpond?PASSWORD=hunter-sesame',
  'postgres://127.0.0.1:1/millpond?p%61ssword=hunter-sesame',
  'postgres://127.0.0.1:1/mill pond?x=1&password=hunter%26sesame&y=2',
  'postgres:ann:hunter-sesame@127.0.0.1:1/millpond',
  'postgres:/ann:hunter-sesame@127.0.0.1:1/millpond',
  'postgres//ann:hunter-sesame@127.0.0.1:1/millpond',
  'mysql://ann:hunter-sesame@127.0.0.1:1/millpond',
  'ann:hunter-sesame@127.0.0.1:1/millpond',
  'host=127.0.0.1 password=hunter-sesame',
  'hunter-sesame',
  ' postgres://ann:hunter-sesame@127.0.0.1:1/millpond',
];

describe.each(FORMS)('the password of %j', (url) => {
  it('does not appear in errors about settings, by variable or by flag', () => {
    const said = [failureOf({}, { DATABASE_URL: url }), failureOf({ 'database-url': url }, {})];
    for (const text of said) expect(text).toMatch(/^(BadSetting: (--database-url|DATABASE_URL)=…: .*|fine)$/m);
    expect(said.join()).not.toMatch(SECRET);
  });

  it('does not appear in the error of a store that cannot be opened, which is one line', async () => {
    expect(nameOf(url)).not.toMatch(SECRET);
    if (failureOf({}, { DATABASE_URL: url }) !== 'fine') return;
    const opened = openPostgresStore({ url, ...OPTIONS }).then((store) => store.close());
    const error = await opened.catch((error: unknown) => error);
    expect(error).toMatchObject({ message: expect.not.stringContaining('\n') });
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(SECRET);
  });
});

it.each([
  ['--database-url', 'audit', 'DATABASE_URL'],
  ['--from', 'copy', 'COPY_FROM'],
  ['--to', 'copy', 'COPY_TO'],
])('%s with a password is refused, since other users can see flags', async (flag, command, variable) => {
  const other = flag === '--to' ? ['--from', 'sqlite:nothing.db'] : [];
  const program = new Program([process.execPath, MAIN, command, ...other, flag, FORMS[0] as string]);
  expect(await program.ended).toMatchObject({ code: 2 });
  expect(program.stderr).toMatch(
    new RegExp(`^millpond: ${flag}=…: [^\\n]*can see a password in a flag; use the variable ${variable}, [^\\n]*\\n$`),
  );
  expect(program.stderr).not.toMatch(SECRET);
});

it('a user and password in the URL’s parameters are used to log in, and not sent to the server as settings', async () => {
  expect(targetOf('postgres://127.0.0.1/millpond?user=ann&p%61ssword=hunter-sesame&work_mem=4MB')).toMatchObject({
    url: 'postgres://127.0.0.1/millpond?work_mem=4MB',
    login: { user: 'ann', password: 'hunter-sesame' },
  });
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const { username, host, pathname } = new URL(url);
  const login = `user=${username}&password=hunter-sesame`;
  const store = await openPostgresStore({ url: `postgres://${host}${pathname}?${login}`, ...OPTIONS });
  expect(await store.head()).toBe(0);
  await store.close();
});

it('a server that logs everything does not log the password, even while its database fails', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const withPassword = Object.assign(new URL(url), { password: 'hunter-sesame' }).href;
  const server = await Server.start(withPassword, { LOG_LEVEL: 'trace', BUSY_TIMEOUT: '1000' });
  await ask(url, 'ALTER TABLE balances RENAME TO away');
  await ask(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  expect((await fetch(`${server.url}/getBalances`)).status).toBe(503);
  await server.stop();
  expect(server.stdout).toContain('"status":503');
  expect(server.stdout + server.stderr).not.toMatch(SECRET);
});

/** Everything that could be printed of the error for a bad setting, or `fine`. */
function failureOf(...args: Parameters<typeof readSettings>): string {
  try {
    readSettings(...args);
    return 'fine';
  } catch (error) {
    return inspect(error, { depth: null, showHidden: true });
  }
}
