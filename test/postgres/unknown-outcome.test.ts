// The connection dies around COMMIT: the store finds out what became of the batch, and no batch is ever done twice.
import { describe, expect, it, onTestFinished } from 'vitest';
import { OutcomeUnknown, type Store } from '../../src/exchange/store.ts';
import { give, headOf, MARKET, order, POLICY, post } from '../../src/store/contract/site.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, bob, deposit, swap, withdraw } from '../paper-orders.ts';
import { createDatabase } from './database.ts';
import { COMMIT, type How, Proxy } from './proxy.ts';

const HOWS = ['before', 'during', 'after', 'silence'] as const satisfies How[];
const REFUSED = order(withdraw(bob, APPLE, 10n), ann, { key: 'k', fingerprint: 'f' });

describe('a connection that is lost around COMMIT', () => {
  it.each(HOWS)('%s: the batch is done once, without any key to tell', async (how) => {
    const { store, proxy } = await openMarket();
    const sprung = proxy.trap(COMMIT, how);
    const posted = await post(store, swap(100n), deposit(bob, BREAD, 5n), swap(200n));
    await sprung;
    expect(posted.map(({ sequence }) => sequence)).toEqual([8, 9, 10]);
    expect(await Promise.all([8, 9, 10].map((sequence) => store.posted(sequence)))).toEqual(posted);
    expect(await headOf(store)).toBe(10);
    expect(await post(store, swap(1n))).toMatchObject([{ sequence: 11 }]);
  });

  it.each(HOWS)('%s: a batch of nothing but a refusal is remembered once', async (how) => {
    const { store, proxy } = await openMarket();
    const sprung = proxy.trap(COMMIT, how);
    const outcome = await give(store, REFUSED);
    await sprung;
    expect(outcome).toMatchObject({ rejection: { code: 'insufficient_funds' } });
    expect(await give(store, REFUSED)).toEqual(outcome);
    expect(await headOf(store)).toBe(7);
  });

  it.each(['before', 'after'] as const)('%s: says that it is unknown while it cannot be found out', async (how) => {
    const { store, proxy, direct } = await openMarket();
    const away = proxy.trap(COMMIT, how).then(() => proxy.refuse());
    await expect(post(store, swap(100n))).rejects.toThrow(OutcomeUnknown);
    await away;
    const landed = how === 'after';
    expect(await headOf(direct)).toBe(landed ? 8 : 7);
    await proxy.accept();
    await expect.poll(() => headOf(store).catch(() => null), { timeout: 20_000 }).toBe(landed ? 8 : 7);
    expect(await post(store, swap(1n))).toMatchObject([{ sequence: landed ? 9 : 8 }]);
  });
});

describe('a node that falls silent with the journal locked', () => {
  it.each([
    ['idle', 'run'],
    ['in the middle of a question', 'prepare'],
  ] as const)('%s: does not keep the others out for ever', async (_, step) => {
    const { store, proxy, direct } = await openMarket();
    const silent = proxy.trap(({ step: at, text }) => at === step && text.includes('FROM replies'), 'silence');
    const stuck = give(store, order(deposit(ann, APPLE, 1n), ann, { key: 'stuck', fingerprint: 'f' }));
    await silent;
    await expect(stuck).rejects.toThrow('no answer in time');
    let posted: unknown;
    while (!posted) posted = await post(direct, swap(1n)).catch(() => undefined);
    expect(posted).toMatchObject([{ sequence: 8 }]);
  });
});

/** A market behind a proxy, and the same one seen past it. */
async function openMarket(): Promise<{ store: Store; direct: Store; proxy: Proxy }> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const proxy = await Proxy.start(url);
  const [store, direct] = await Promise.all([open(proxy.url), open(url)]);
  await post(store, ...MARKET);
  return { store, direct, proxy };
}

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 1000, findOutMs: 5000, policy: POLICY });
  onTestFinished(() => store.close());
  return store;
}
