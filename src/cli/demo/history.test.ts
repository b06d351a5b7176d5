// The demo's history: always the same except for its end, accepted by the audit, and written only to an empty exchange.
import { expect, onTestFinished, test } from 'vitest';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { audit } from '../../audit/audit.ts';
import { type Account, ppm } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { Store } from '../../ports/store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { policyOf, readSettings } from '../settings.ts';
import { TON, USDT } from './demo.ts';
import { writeHistory } from './history.ts';

const LOCAL = 'local' as Account;
const POLICY = policyOf(readSettings({}, {}));
const DAY_MS = 86_400_000;
const pathOf = useTempFolder();

async function open(name: string, policy = POLICY): Promise<Store> {
  const store = await openSqliteStore({ path: pathOf(name), busyTimeoutMs: 60_000, policy });
  onTestFinished(() => store.close());
  return store;
}

async function journalOf(store: Store): Promise<readonly Posted[]> {
  const journal = await store.openJournal();
  try {
    return await Array.fromAsync(journal.transactions());
  } finally {
    await journal.close();
  }
}

test('two first starts write the same five weeks, each up to its own time, which pass the audit', async () => {
  const [one, other] = [await open('one.db'), await open('other.db')];
  const nowMs = Date.now();
  const [count, again] = [
    await writeHistory(one, POLICY, nowMs),
    await writeHistory(other, POLICY, nowMs - 100 * DAY_MS),
  ];
  const [journal, itsTwin] = [await journalOf(one), await journalOf(other)];
  expect([journal.length, itsTwin.length]).toEqual([count, again]);
  // The addresses of pools differ between exchanges.
  const told = ({ actor, receipt }: Posted) =>
    JSON.stringify({ actor, receipt }, (name, value) =>
      name === 'pool' ? undefined : typeof value === 'bigint' ? `${value}` : value,
    );
  expect(itsTwin.map(told)).toEqual(journal.map(told));
  const times = journal.map(({ createdAtMs }) => createdAtMs);
  expect(itsTwin.map(({ createdAtMs }) => createdAtMs + 100 * DAY_MS)).toEqual(times);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(0)).toBe(nowMs - 35 * DAY_MS);
  expect(times.at(-1)).toBeLessThan(nowMs);
  expect(journal.some(({ actor }) => actor === LOCAL)).toBe(false);
  expect(await audit(one, () => {})).toMatchObject({ transactions: count });
  await expectWell(one);
});

/** Checks that the balances of `local` are round, the price is near 2.5, and its position has earned fees. */
async function expectWell(store: Store): Promise<void> {
  const venue = new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 1, maxWaitMs: 1000 });
  const held = (await venue.balances(LOCAL, { limit: 50 })).items.filter(({ token }) => token.symbol !== 'LP');
  expect(held.map(({ token, balance }) => `${printDecimal(balance, token.decimals)} ${token.symbol}`).sort()).toEqual([
    '100000 USDT',
    '10000000 NOT',
    '100000000 DOGS',
    '20000 TON',
    '50000 STON',
    '50000 jDAI',
  ]);
  const { reserve0, reserve1 } = await venue.pool(TON.address, USDT.address);
  const price = (Number(reserve1) / Number(reserve0)) * 1000;
  expect(price).toBeGreaterThan(2.3);
  expect(price).toBeLessThan(2.7);
  // 2000 TON and 5000 USDT were provided: the root of their product grows by fees alone.
  const { amountA, amountB } = await venue.position(LOCAL, TON.address, USDT.address);
  expect(amountA * amountB).toBeGreaterThan(2000_000_000_000n * 5000_000_000n);
}

test('writeHistory writes nothing to an exchange that is not empty', async () => {
  const store = await open('one.db');
  await post(store, ...MARKET.slice(0, 1));
  expect(await writeHistory(store, POLICY, Date.now())).toBe(0);
  expect(await store.head()).toBe(1);
});

test('a history under other fees and limits leaves out the refused commands and passes the audit', async () => {
  const rates = { lpFeePpm: ppm(20_000n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
  const policy = { ...POLICY, rates, maxPriceImpactPpm: ppm(2000n), poolCreation: 'operators' as const };
  const store = await open('one.db', policy);
  const count = await writeHistory(store, policy, Date.now());
  expect(count).toBeGreaterThan(1000);
  expect(await audit(store, () => {})).toMatchObject({ transactions: count });
});
