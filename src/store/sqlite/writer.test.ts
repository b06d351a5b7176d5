// The SQLite writer when the head of the journal or the clock is wrong, and with orders that expire much later.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, closeOrder, deposit, fillOrder, placeOrder, swap } from '../../../test/paper-orders.ts';
import { balance, headOf, MARKET, order, POLICY } from '../../../test/store-contract/site.ts';
import { BatchFault } from '../../ports/store.ts';
import { ClockGuard } from '../writer/clock.ts';
import { toOutcome } from '../writer/wire.ts';
import { openWriter } from './connection.ts';
import { SqliteWriter } from './writer.ts';

const DAY_MS = 86_400_000;
const file = useExchangeFile(MARKET);

test.each([
  ['forwards', 'sequence + 1'],
  ['back', 'sequence - 1'],
])('if the head has moved %s since it was read, the batch fails and nothing is written', async (_, moved) => {
  const db = new DatabaseSync(file());
  db.exec(`CREATE TRIGGER meddler AFTER INSERT ON journal BEGIN UPDATE head SET sequence = ${moved}; END`);
  const store = await openStore(file());
  const committed = store.commit([order(deposit(ann, APPLE, 1n))]);
  await expect(committed).rejects.toThrow(BatchFault);
  await expect(committed).rejects.toThrow('the journal head is where it was read');
  expect([await headOf(store), await balance(store, ann, APPLE)]).toEqual([7, 100_000n]);
  db.exec('DROP TRIGGER meddler');
  db.close();
  expect(await store.commit([order(deposit(ann, APPLE, 1n))])).toMatchObject([{ posted: { sequence: 8 } }]);
  await store.close();
});

describe('a clock that jumps an hour ahead', () => {
  const HOUR_MS = 3_600_000;
  afterEach(() => vi.useRealTimers());

  /** A writer whose clock guard is driven by hand, with the market in its file. */
  const open = () => {
    const db = openWriter({ path: file(), busyTimeoutMs: 1000 });
    let elapsedMs = 0;
    const elapsed = { awakeMs: () => elapsedMs, sinceBootMs: () => elapsedMs };
    const writer = new SqliteWriter(db, POLICY, { clock: new ClockGuard(30_000, elapsed) });
    const startMs = Date.now();
    const setClock = (aheadMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: startMs + elapsedMs + aheadMs });
    const pass = (ms: number) => {
      elapsedMs += ms;
    };
    const give = (units: bigint) =>
      writer.commit([order(swap(units, { deadlineMs: startMs + elapsedMs + 60_000 }))]).outcomes.map(toOutcome);
    return { db, writer, give, setClock, pass };
  };

  test('for seconds makes commits and checks fail; once it is right, a swap within its deadline is posted', () => {
    const { db, writer, give, setClock, pass } = open();
    setClock(0);
    expect(give(10n)).toMatchObject([{ posted: { sequence: 8 } }]);
    pass(5000);
    setClock(HOUR_MS);
    expect(() => give(10n)).toThrow(expect.objectContaining({ reason: 'clock' }));
    expect(() => writer.check()).toThrow(expect.objectContaining({ reason: 'clock' }));
    pass(5000);
    setClock(0);
    writer.check();
    expect(give(10n)).toMatchObject([{ posted: { sequence: 9 } }]);
    db.close();
  });

  test('and stays there is trusted after 30 s: a deadline is then compared with it', () => {
    const { db, give, setClock, pass } = open();
    setClock(0);
    expect(give(10n)).toMatchObject([{ posted: { sequence: 8 } }]);
    setClock(HOUR_MS);
    expect(() => give(10n)).toThrow(expect.objectContaining({ reason: 'clock' }));
    pass(30_000);
    setClock(HOUR_MS);
    expect(give(10n)).toMatchObject([{ refusal: { code: 'deadline_passed' } }]);
    db.close();
  });
});

describe.each([
  ['a day', DAY_MS],
  ['a month', 30 * DAY_MS],
  ['a year', 365 * DAY_MS],
])('%s after they were placed', (_, laterMs) => {
  afterEach(() => vi.useRealTimers());

  test('an expired order can be closed, once, and other orders can be filled, cancelled and placed', () => {
    const db = openWriter({ path: file(), busyTimeoutMs: 1000 });
    const writer = new SqliteWriter(db, POLICY);
    const startMs = Date.now();
    const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });
    const give = (...commands: Parameters<typeof order>[0][]) =>
      writer
        .commit(commands.map((command) => order(command, ann)))
        .outcomes.map(toOutcome)
        .map((one) => ('refusal' in one ? one.refusal.code : one.posted.receipt.kind));
    setClock(startMs);
    const expiresAtMs = startMs + laterMs;
    expect(give(placeOrder(1000n, 3000n, { expiresAtMs }), placeOrder(1000n, 3000n))).toEqual(
      Array(2).fill('placeOrder'),
    );
    const expired = closeOrder(8, { reason: 'expired' });
    setClock(expiresAtMs - 1);
    expect(give(expired)).toEqual(['order_moved']);
    setClock(expiresAtMs);
    expect(give(expired, expired, fillOrder(9, 400n, 1000n), closeOrder(9), placeOrder(1000n, 3000n))).toEqual([
      'closeOrder',
      'order_closed',
      'swap',
      'closeOrder',
      'placeOrder',
    ]);
    db.close();
  });
});
