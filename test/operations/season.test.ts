// millpond season: archives and audits the last season and prepares the next; a kill at any step leaves one of them complete.
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { seasonOf } from '../../src/access/season.ts';
import { type Account, ppm } from '../../src/core/amount.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { APPLE, BREAD, CORN } from '../paper-exchange.ts';
import { ann, bob, deposit, provide, registerToken, setPoolFees, swap } from '../paper-orders.ts';
import { createDatabase } from '../postgres/database.ts';
import { balance, POLICY, post } from '../store-contract/site.ts';

const open = (path: string) => openSqliteStore({ path, busyTimeoutMs: 5000, policy: POLICY });

/** The log of an earlier season. */
const LOG = {
  kind: 'log',
  id: '2',
  version: 0,
  body: JSON.stringify({ origin: 'pond.example/2', secret: '0'.repeat(64), firstSequence: 1 }),
};

/** A traded season: ann was given 10,000 apples by an import and 5,000 by an invitation, and has traded since. */
async function makeExchange(path: string): Promise<void> {
  const store = await open(path);
  const given = (account: Account, token: typeof APPLE, amount: bigint, reference: string) =>
    ({ ...deposit(account, token, amount), reference }) as ReturnType<typeof deposit>;
  await post(
    store,
    registerToken(APPLE),
    registerToken(BREAD),
    registerToken(CORN),
    given(ann, APPLE, 10_000n, 'import ann'),
    given(ann, APPLE, 5_000n, 'invitation 7'),
    given(ann, BREAD, 40_000n, 'wire 1'),
    given(bob, BREAD, 300n, 'import bob'),
    provide(5_000n, 20_000n, { account: ann }),
    swap(100n, { account: ann }),
    { kind: 'updateToken', token: CORN.address, status: 'hidden' },
    setPoolFees({ lpFeePpm: ppm(7n) }),
  );
  await createKey(store, { account: ann, role: 'trader' }, 5);
  await store.sideRecords.change([{ kind: 'brand', id: 'name', version: 0, body: '"Pond"' }], { nowMs: 1 });
  await store.sideRecords.change([LOG], { nowMs: 1 });
  await store.sideRecords.change([{ kind: 'tally', id: 'x', version: 0, body: '1', expiresAtMs: 10 ** 15 }], {
    nowMs: 1,
  });
  await store.close();
}

const begin = (place: string, args: readonly string[], settings = {}) =>
  new Program([process.execPath, MAIN, 'season', ...args], {
    DATABASE_URL: place.includes('://') ? place : `sqlite:${place}`,
    ...settings,
  });

async function run(place: string, ...args: string[]) {
  const program = begin(place, args);
  const { code } = await program.ended;
  return { code, out: program.stdout, err: program.stderr };
}

async function lookAt(store: Awaited<ReturnType<typeof open>>) {
  const tokens = await store.tokenEntries({ after: '', limit: 10 });
  const hidden = await store.tokenEntries({ after: '', limit: 10, status: 'hidden' });
  const pools = await store.pools({ after: 0, limit: 10 });
  const seen = {
    season: await seasonOf(store.sideRecords),
    tokens: tokens.map(({ address }) => address),
    hidden: hidden.map(({ address }) => address),
    pools: pools.map(({ lpFeePpm }) => lpFeePpm),
    ann: [await balance(store, ann, APPLE), await balance(store, ann, BREAD)],
    bob: await balance(store, bob, BREAD),
    keys: (await store.keys()).map(({ account }) => account),
    name: (await store.sideRecords.find('brand', 'name'))?.body,
    tally: await store.sideRecords.find('tally', 'x'),
    logs: (await store.sideRecords.list({ kind: 'log', limit: 10 })).map(({ id, body }) => [id, JSON.parse(body)]),
    factory: store.factory,
  };
  await store.close();
  return seen;
}

const logOf = (number: number) => [
  [`${number}`, { origin: `pond.example/${number}`, secret: expect.not.stringMatching(/^0+$/), firstSequence: 1 }],
];
const NEXT = {
  season: 2,
  tokens: [APPLE.address, BREAD.address],
  hidden: [CORN.address],
  pools: [],
  ann: [15_000n, 0n],
  bob: 300n,
  keys: [ann],
  name: '"Pond"',
  tally: undefined,
  // Another journal: the next log, with another secret.
  logs: logOf(3),
};

/** Takes 6 s: a server and eight programs. */
it('season archives the last season and begins the next with the balances of imports and invitations', async () => {
  const folder = temporaryDirectory();
  const at = (name: string) => join(folder, name);
  const place = at('millpond.db');
  await makeExchange(place);
  const before = await lookAt(await open(place));
  const server = await Server.start(place, {}, { demo: false });
  const served = await run(place, '--archive', at('one.db'));
  expect([served.code, served.err]).toEqual([2, expect.stringContaining('a server or another program has it open')]);
  expect(existsSync(at('one.db'))).toBe(false);
  await server.stop();
  const done = await run(place, '--archive', at('one.db'));
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('season 2 has begun with 2 opening balances') });
  const next = await lookAt(await open(place));
  expect(next).toMatchObject(NEXT);
  expect(next.factory).not.toBe(before.factory);
  expect(await lookAt(await open(at('one.db')))).toMatchObject({ ...before, tally: undefined });
  expect((await audit(place)).stdout).toContain('audit passed: 6 transactions');

  expect(await run(place, '--archive', at('one.db'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('already'),
  });
  writeFileSync(at('bad.csv'), 'account,apple\ncid,1e3\n');
  const bad = await run(place, '--archive', at('two.db'), '--open', at('bad.csv'));
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('bad.csv:2')]);
  writeFileSync(at('good.csv'), 'account,apple\ncid,8\n');
  await run(place, '--archive', at('two.db'), '--open', at('good.csv'), '--pools');
  const third = await open(place);
  expect(await balance(third, 'cid' as Account, APPLE)).toBe(8n);
  expect(await lookAt(third)).toMatchObject({ ...NEXT, season: 3, logs: logOf(4), ann: [0n, 0n], bob: 0n });
  const fourth = await run(place, '--archive', at('three.db'));
  expect(fourth.out).toContain('season 4 has begun with 1 opening balances');
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

/** Takes 7 s: four kills, and two programs after each. */
it('season, killed at any step, leaves the last season usable or the next one complete', {
  timeout: 600_000,
}, async () => {
  const folder = temporaryDirectory();
  const original = join(folder, 'original.db');
  await makeExchange(original);
  const before = await lookAt(await open(original));
  for (const [step, pattern] of [/1 of 4/, /2 of 4/, /3 of 4/, /4 of 4/].entries()) {
    const place = join(folder, `killed-${step}.db`);
    copyFileSync(original, place);
    const program = begin(place, ['--archive', join(folder, `archive-${step}.db`)]);
    await program.printed(pattern);
    await program.kill();
    const left = await lookAt(await open(place));
    expect(left).toMatchObject(left.season === 1 ? { ...before, factory: before.factory } : NEXT);
    expect((await audit(place)).code).toBe(0);
    if (left.season === 1) {
      const again = await run(place, '--archive', join(folder, `archive-again-${step}.db`));
      expect(again.code, again.err).toBe(0);
    }
    expect(await lookAt(await open(place))).toMatchObject(NEXT);
  }
});

/** Takes 3 s: two databases and a program. */
it('on PostgreSQL, season begins the next season in an empty database and leaves the last one unchanged', {
  timeout: 600_000,
}, async () => {
  const [from, to] = [await createDatabase(), await createDatabase()];
  onTestFinished(from.drop);
  onTestFinished(to.drop);
  const openAt = (url: string) =>
    openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  const store = await openAt(from.url);
  await post(
    store,
    registerToken(APPLE),
    { ...deposit(ann, APPLE, 9n), reference: 'import ann' } as never,
    deposit(ann, APPLE, 5n),
  );
  await store.close();
  const archive = join(temporaryDirectory(), 'one.db');
  expect(await run(from.url, '--archive', archive)).toMatchObject({ code: 2, err: expect.stringContaining('--to') });
  const program = begin(from.url, ['--archive', archive], { COPY_TO: to.url });
  expect([(await program.ended).code, program.stderr]).toEqual([0, expect.stringContaining('4 of 4')]);
  const [last, next] = [await openAt(from.url), await openAt(to.url)];
  expect([await balance(last, ann, APPLE), await balance(next, ann, APPLE)]).toEqual([14n, 9n]);
  expect(await seasonOf(next.sideRecords)).toBe(2);
  await last.close();
  await next.close();
});
