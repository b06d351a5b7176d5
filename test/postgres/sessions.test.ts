// A browser that signs in or out on one node is signed in or out on all nodes.
import { expect, it, onTestFinished } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { Server } from '../crash/process.ts';
import { exact, send } from '../http/client.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';

it('a session begun on one node is valid on another, and ending it there ends it on both', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const store = await openPostgresStore({ url, timeoutMs: 60_000, findOutMs: 60_000, poolSize: 1, policy: POLICY });
  const { key } = await createKey(store, { account: 'alice' as Account, role: 'trader' }, 0).finally(() =>
    store.close(),
  );
  const settings = { AUTH: 'keys', SESSION_HOURS: '2' };
  const start = async () => ({ port: 0, url: (await Server.start(url, settings, { demo: false })).url });
  const [one, two] = [await start(), await start()];
  const signedIn = await send(one, { path: '/createSession', body: { key } });
  const set = signedIn.headers.get('set-cookie') as string;
  expect(set).toContain('; Max-Age=7200; ');
  const headers = { cookie: set.replace(/;.*/, '') };
  expect(exact(await send(two, { path: '/whoami', headers })).data.account).toBe('alice');
  exact(await send(two, { path: '/deleteSession', body: {}, headers }));
  expect((await send(one, { path: '/getBalances', headers })).status).toBe(401);
});
