// The connection is lost around COMMIT: the store finds the outcome of the batch, and no batch is executed twice.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TokenAddress } from '../../src/core/amount.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { connect } from '../../src/store/postgres/connection.ts';
import { lockHead, write } from '../../src/store/postgres/statements.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { type Sent, transactionIdOf } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit, type Settings } from '../crash/process.ts';
import { APPLE, BREAD, CORN } from '../paper-exchange.ts';
import { ann, bob, createPool, deposit, pairOf, registerToken, swap, withdraw } from '../paper-orders.ts';
import { Random } from '../simulation/random.ts';
import { give, headOf, MARKET, order, POLICY, post } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { expectEachOnce, readJournal } from './journal.ts';
import { Node, retry } from './node.ts';
import { COMMIT, DatabaseProxy, type How } from './proxy.ts';
import { ask } from './replication.ts';
import type { Statement } from './wire.ts';

const HOWS = ['before', 'during', 'after', 'silence'] as const satisfies How[];
/** The timeout of cases that must give up on a silent connection: just long enough for a slow machine to answer. */
const IMPATIENT_MS = 4000;
const DATE = { ...CORN, address: 'date' as TokenAddress, symbol: 'DATE' };
const REFUSED = order(withdraw(bob, APPLE, 10n), ann, { key: 'k', fingerprint: 'f' });
const ALSO_REFUSED = order(withdraw(bob, APPLE, 10n), ann, { key: 'l', fingerprint: 'f' });

describe('if the connection is lost around COMMIT', () => {
  it('the batch is executed once and answered, even without an idempotency key', async () => {
    const { store, proxy } = await openMarket({ timeoutMs: IMPATIENT_MS });
    for (const [round, how] of HOWS.entries()) {
      const [first, second, third] = [0, 1, 2].map((index) => 8 + 4 * round + index) as [number, number, number];
      const sprung = proxy.trap(COMMIT, how);
      const posted = await post(store, swap(100n), deposit(bob, BREAD, 5n), swap(200n));
      await sprung;
      expect(posted, how).toMatchObject([{ sequence: first }, { sequence: second }, { sequence: third }]);
      expect(await Promise.all([first, second, third].map((sequence) => store.posted(sequence))), how).toEqual(posted);
      expect(await headOf(store), how).toBe(third);
      expect(await post(store, swap(1n)), how).toMatchObject([{ sequence: third + 1 }]);
    }
  });

  it('a batch with only a refusal is answered, and its refusal is remembered', async () => {
    const { store, proxy } = await openMarket({ timeoutMs: IMPATIENT_MS });
    for (const how of HOWS) {
      const refused = order(withdraw(bob, APPLE, 10n), ann, { key: how, fingerprint: 'f' });
      const sprung = proxy.trap(COMMIT, how);
      const outcome = await give(store, refused);
      await sprung;
      expect(outcome, how).toMatchObject({ refusal: { code: 'insufficient_funds' } });
      expect(await give(store, refused), how).toEqual(outcome);
      expect(await headOf(store), how).toBe(7);
    }
  });

  it('the store waits for a COMMIT that reaches the server late, and answers its outcome', async () => {
    const { store, proxy, direct, url } = await openMarket();
    const cut = proxy.trap(COMMIT, 'late');
    const posted = post(store, swap(100n));
    await cut;
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => ask(url, waiting)).toHaveLength(1);
    proxy.deliver();
    expect(await posted).toMatchObject([{ sequence: 8 }]);
    expect(await headOf(direct)).toBe(8);
  });

  it('before it was sent, a transaction that another node writes next is not mistaken for the batch, which is executed after it', async () => {
    const { store, proxy, direct } = await openMarket();
    const away = proxy.trap(COMMIT, 'before').then(() => proxy.refuse());
    const posted = post(store, swap(100n));
    await away;
    await post(direct, deposit(bob, BREAD, 5n));
    await proxy.accept();
    expect(await posted).toMatchObject([{ sequence: 9, receipt: { kind: 'swap' } }]);
    expect(await direct.posted(9)).toEqual((await posted)[0]);
  });

  it('before it was sent, a batch that creates a token and a pool is executed again', async () => {
    const { store, proxy } = await openMarket();
    const sprung = proxy.trap(COMMIT, 'before');
    const posted = post(store, registerToken(DATE), createPool(pairOf(APPLE, DATE)));
    await sprung;
    expect(await posted).toMatchObject([{ sequence: 8 }, { sequence: 9 }]);
    expect(await store.pool(APPLE.address, DATE.address)).toMatchObject({ token0: APPLE.address });
  });

  it('the store answers a refused command with the success that another node gave under its key meanwhile', async () => {
    const { store, proxy, direct } = await openMarket();
    const away = proxy.trap(COMMIT, 'before').then(() => proxy.refuse());
    const told = give(store, REFUSED);
    await away;
    await post(direct, deposit(bob, APPLE, 10n));
    const done = await give(direct, REFUSED);
    await proxy.accept();
    expect(done).toMatchObject({ posted: { sequence: 9 } });
    expect(await told).toEqual(done);
    expect(await give(store, REFUSED)).toEqual(done);
  });

  it.each([
    ['not sent there', 0n],
    ['executed there', 10n],
  ])('of two refused keys, one refused by another node and one %s, each gets its answer', async (_, units) => {
    const { store, proxy, direct } = await openMarket();
    const away = proxy.trap(COMMIT, 'before').then(() => proxy.refuse());
    const told = store.commit([REFUSED, ALSO_REFUSED]);
    await away;
    const first = await give(direct, REFUSED);
    if (units > 0n) await post(direct, deposit(bob, APPLE, units));
    const second = units > 0n ? await give(direct, ALSO_REFUSED) : undefined;
    await proxy.accept();
    expect(await told).toEqual([first, second ?? { refusal: expect.objectContaining({ code: 'insufficient_funds' }) }]);
    // Each key keeps its answer, even if a later deposit would allow the withdrawal.
    await post(direct, deposit(bob, APPLE, 10n));
    expect([await give(direct, REFUSED), await give(direct, ALSO_REFUSED)]).toEqual(await told);
  });

  it('close() waits until the outcome is known', () =>
    atOnce(HOWS, async (how) => {
      const { store, proxy, direct } = await openMarket(how === 'silence' ? { timeoutMs: IMPATIENT_MS } : {});
      const sprung = proxy.trap(COMMIT, how);
      const posted = post(store, swap(100n));
      await sprung;
      await store.close();
      expect(await posted).toMatchObject([{ sequence: 8 }]);
      expect(await headOf(direct)).toBe(8);
    }));

  it('and the database cannot be reached, the commit fails as OutcomeUnknown, and later ones succeed', () =>
    atOnce(['before', 'after'] as const, async (how) => {
      const { store, proxy, direct } = await openMarket({ findOutMs: 4000 });
      const away = proxy.trap(COMMIT, how).then(() => proxy.refuse());
      await expect(post(store, swap(100n))).rejects.toThrow(OutcomeUnknown);
      await away;
      const landed = how === 'after';
      expect(await headOf(direct)).toBe(landed ? 8 : 7);
      await proxy.accept();
      await expect.poll(() => headOf(store).catch(() => null)).toBe(landed ? 8 : 7);
      expect(await post(store, swap(1n))).toMatchObject([{ sequence: landed ? 9 : 8 }]);
    }));
});

describe('if the connection is lost around COMMIT, a server', () => {
  it('executes each swap once and repeats its answer', async () => {
    const { node, url, orders } = await serve();
    const done: Sent[] = [];
    for (const how of HOWS) {
      const sprung = node.proxy.trap(COMMIT, how);
      const sent = await Promise.all([sendTo(node, orders), sendTo(node, orders), sendTo(node, orders)]);
      await sprung;
      const statuses = sent.map(({ answer }) => answer?.status);
      expect(statuses, how).toContain(200);
      for (const { order, answer } of sent) {
        if (answer?.status === 200) {
          expect((await node.client.send(order)).text, how).toBe(answer.text);
          done.push({ order, answer });
          continue;
        }
        // A swap that was not part of the commit may find the database silent.
        expect(answer, how).toMatchObject({ status: 503, headers: { 'error-code': 'storage_unavailable' } });
        expect(
          (await readJournal(url)).find(({ key }) => key === order.key),
          how,
        ).toBeUndefined();
        done.push({ order, answer: await retry(() => node.client.send(order)) });
      }
    }
    await expectEachOnce(url, done);
  });

  it('answers 503 outcome_unknown if it cannot find out, and a retry returns the transaction or executes it', () =>
    atOnce(['before', 'after'] as const, async (how) => {
      const { node, url, orders } = await serve({ REQUEST_TIMEOUT: '6000' });
      const away = node.proxy.trap(COMMIT, how).then(() => node.proxy.refuse());
      const { order, answer } = await sendTo(node, orders);
      await away;
      expect(answer).toMatchObject({ status: 503, headers: { 'error-code': 'outcome_unknown', 'retry-after': '1' } });
      const landed = (await readJournal(url)).find(({ key }) => key === order.key);
      expect(landed !== undefined).toBe(how === 'after');
      const [, id] = await node.server.printed(/the connection was lost during a commit of ([-0-9a-f]{36})/);
      expect(id).toEqual(landed?.id ?? expect.any(String));
      await node.proxy.accept();
      const retried = await retry(() => node.client.send(order));
      if (landed) expect(transactionIdOf(retried)).toBe(landed.id);
      await expectEachOnce(url, [{ order, answer: retried }]);
      expect(await audit(url)).toMatchObject({ code: 0 });
    }));
});

it.each([
  ['COMMIT', COMMIT],
  ['the write', ({ step, text }: Statement) => step === 'run' && text.includes('UPDATE head')],
])('if the server forgets prepared statements at %s, each answered swap is executed once', async (_, at) => {
  const { store, proxy, direct } = await openMarket({ timeoutMs: IMPATIENT_MS });
  await post(store, swap(100n));
  const forgot = proxy.trap(at, 'forget');
  expect(await post(store, swap(100n))).toMatchObject([{ sequence: 9 }]);
  await forgot;
  expect(await headOf(direct)).toBe(9);
  const again = () => post(store, swap(100n)).catch((error: Error) => error);
  let answer = await again();
  for (; answer instanceof Error; answer = await again()) {
    expect(answer).toBeInstanceOf(StoreUnavailable);
  }
  expect(answer).toMatchObject([{ sequence: 10 }]);
});

it('write() writes nothing if the connection that held the lock was replaced, or if the head has moved', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const options = { url, poolSize: 1, timeoutMs: 1000, findOutMs: 2000 };
  await (await openStore(options)).close();
  const sql = connect(options, 1);
  onTestFinished(() => sql.end());
  const lock = () => lockHead(sql, { waitMs: 1000, holdMs: 10_000 });
  const lost = await lock();
  await ask(url, `SELECT pg_terminate_backend(${lost.backend}, 10_000)`);
  const nothing = { transactions: [], receipts: [], tokens: [], pools: [], balances: [], replies: [] };
  const unchanged = { changedTokens: [], changedPools: [], listingSequence: undefined };
  const settlement = { ...nothing, ...unchanged, outcomes: [], reply: { outcomes: [] } };
  // Waits until the driver has noticed the loss and reconnected, which it does silently.
  await expect.poll(() => sql`SELECT 1`.catch(() => [])).toHaveLength(1);
  expect(await write(sql, settlement, lost)).toBe(false);
  expect(await write(sql, settlement, { ...(await lock()), last: { sequence: 1, id: null } })).toBe(false);
  expect(await write(sql, settlement, await lock())).toBe(true);
});

it('if a node falls silent while it holds the journal’s lock, another node can commit after a while', () =>
  // `run`: the server's session is idle in its transaction; `prepare`: it is in the middle of a statement.
  atOnce(['run', 'prepare'] as const, async (step) => {
    const { store, proxy, direct } = await openMarket({ timeoutMs: IMPATIENT_MS });
    const silent = proxy.trap(({ step: at, text }) => at === step && text.includes('FROM replies'), 'silence');
    const stuck = give(store, order(deposit(ann, APPLE, 1n), ann, { key: 'stuck', fingerprint: 'f' }));
    await silent;
    await expect(stuck).rejects.toThrow('no answer in time');
    let posted: unknown;
    while (!posted) posted = await post(direct, swap(1n)).catch(() => undefined);
    expect(posted).toMatchObject([{ sequence: 8 }]);
  }));

/** Runs the cases of a test concurrently, since they mostly wait, each on its own database; names one that failed. */
async function atOnce<Case extends string>(cases: readonly Case[], check: (one: Case) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(cases.map(check));
  outcomes.forEach((outcome, at) => {
    if (outcome.status === 'rejected') throw new Error(`${cases[at]}: ${outcome.reason}`, { cause: outcome.reason });
  });
}

async function serve(settings: Settings = {}) {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const node = await Node.start(url, { BUSY_TIMEOUT: '3000', REQUEST_TIMEOUT: '60000', ...settings });
  return { node, url, orders: new Orders(new Random(1), 'unknown') };
}

async function sendTo({ client }: Node, orders: Orders): Promise<Sent> {
  const order = orders.make('createSwap');
  return { order, answer: await client.send(order) };
}

/** A store on a market behind a proxy, and another store on the same market without the proxy. */
async function openMarket({ findOutMs = 60_000, timeoutMs = 60_000 } = {}) {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const proxy = await DatabaseProxy.start(url);
  const open = (url: string) => openStore({ url, timeoutMs, findOutMs });
  const [store, direct] = await Promise.all([open(proxy.url), open(url)]);
  await post(store, ...MARKET);
  return { store, direct, proxy, url };
}

async function openStore(options: { url: string; timeoutMs: number; findOutMs: number }): Promise<Store> {
  const store = await openPostgresStore({ poolSize: 1, policy: POLICY, ...options });
  onTestFinished(() => store.close());
  return store;
}
