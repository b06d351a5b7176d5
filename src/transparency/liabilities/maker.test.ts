// When a list of what is owed is made, and when it is refused. The stores' contract suite has documents, trees and proofs.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { ann } from '../../../test/paper-orders.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import { LOG_KIND } from '../../ports/public-log.ts';
import type { Balance } from '../../ports/records.ts';
import type { Journal, Store } from '../../ports/store.ts';
import { ownTotalOf, parseLiabilities } from '../format/liabilities.ts';
import { LiabilitiesMaker } from './maker.ts';

const HEAD = MARKET.length;
const [HOUR_MS, NOW_MS] = [3_600_000, 1_800_000_000_000];

const path = useExchangeFile(MARKET);
let store: Store;
let kept: Projection;
let nowMs: number;
beforeEach(async () => {
  store = await openStore(path());
  kept = await openProjection(store.projection);
  nowMs = NOW_MS;
});
afterEach(async () => {
  await kept.close();
  await store.close();
});

const identify = async () => {
  const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
};
const makerOf = (over: Partial<Projection> = {}, journal: (opened: Journal) => Journal = (opened) => opened) =>
  new LiabilitiesMaker(
    { ...kept, logStanding: async () => ({ ...(await kept.logStanding()), nowMs }), ...over },
    { openJournal: async () => journal(await store.openJournal()) },
  );
/** A journal whose balances are changed on the way. */
const withBalances =
  (change: (row: Balance) => Balance) =>
  (journal: Journal): Journal =>
    new Proxy(journal, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (name === 'balancesByToken')
          return async function* () {
            for await (const row of target.balancesByToken()) yield change(row);
          };
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });

describe('no list is made', () => {
  test('without a log, whose secret would hide the owners', async () => {
    expect(await makerOf().make(0)).toBeUndefined();
    expect(await kept.liabilities(9)).toEqual([]);
  });

  test('while another process makes one', async () => {
    await identify();
    let inner: unknown = 'not asked';
    const slow = makerOf({
      putLiabilities: async (...args) => {
        inner = await makerOf().make(0);
        await kept.putLiabilities(...args);
      },
    });
    expect(await slow.make(0)).toMatchObject({ asOf: HEAD });
    expect(inner).toBeUndefined();
    expect(await kept.liabilities(9)).toHaveLength(1);
  });

  test.each([
    ['a millisecond less than the interval after the last', HOUR_MS - 1, false],
    ['the interval after the last', HOUR_MS, true],
    ['a millisecond less than the interval before it, by a clock that was set back', -HOUR_MS + 1, false],
    ['the interval before it', -HOUR_MS, true],
  ])('%s: %i ms, made: %s', async (_, ms, isMade) => {
    await identify();
    const first = await makerOf().make(HOUR_MS);
    await kept.stateLiabilities(HEAD, 'stated');
    expect(first).toMatchObject({ asOf: HEAD, atMs: NOW_MS, log: 1 });
    nowMs += ms;
    expect((await makerOf().make(HOUR_MS)) !== undefined).toBe(isMade);
  });

  test.each([
    ['more than the issuer owes', 1n, 'add up to 1100001, but the issuer owes 1100000'],
    ['less', -1n, 'add up to 1099999, but the issuer owes 1100000'],
  ])('of balances that add up to %s, and the audit is recommended', async (_, more, message) => {
    await identify();
    const wrong = withBalances((row) =>
      row.account === ann && row.token === 'apple' ? { ...row, balance: row.balance + more } : row,
    );
    await expect(makerOf({}, wrong).make(0)).rejects.toThrow(`${message}: run millpond audit`);
    expect(await kept.liabilities(9)).toEqual([]);
    // The lease is free again.
    expect(await makerOf().make(0)).toMatchObject({ asOf: HEAD });
  });

  test('of a token that the issuer owes and nobody holds', async () => {
    await identify();
    const gone = withBalances((row) => (row.token === 'bread' && row.balance > 0n ? { ...row, balance: 0n } : row));
    await expect(makerOf({}, gone).make(0)).rejects.toThrow('the balances of bread add up to 0');
  });

  test('to its end after another process has taken over', async () => {
    await identify();
    let leases = 0;
    const lost = makerOf({
      // Renewed before every write, so that the second one finds the lease gone.
      takeLease: async (lease) => {
        leases += 1;
        return leases > 1 ? undefined : kept.takeLease({ ...lease, forMs: 0 });
      },
    });
    let elapsedMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      elapsedMs += 60_000;
      return elapsedMs;
    });
    await expect(lost.make(0)).rejects.toThrow('another process has taken over making the list');
    clock.mockRestore();
    expect(await kept.liabilities(9)).toEqual([]);
  });
});

test('a list that was not stated is returned again instead of a new one, unless the journal has lost its row', async () => {
  await identify();
  const made = await makerOf().make(0);
  nowMs += HOUR_MS;
  expect(await makerOf().make(HOUR_MS)).toMatchObject({ asOf: HEAD, hash: made?.hash, transactionId: null });
  const shorter = { logStanding: async () => ({ size: 0, head: HEAD - 1, nowMs }) };
  expect(await makerOf(shorter).make(HOUR_MS)).toMatchObject({ atMs: nowMs });
});

test('the list names every token that anybody holds, with the sum of its balances, and not those without holders', async () => {
  await identify();
  const { asOf = 0 } = (await makerOf().make(0)) ?? {};
  const { tokens } = parseLiabilities((await kept.liabilitiesText(asOf)) as string);
  expect(tokens.map((line) => [line.token.slice(0, 5), line.peopleTotal, ownTotalOf(line)])).toEqual([
    [expect.stringMatching(/^LP /), 1_999_000n, 1000n],
    ['apple', 100_000n, 1_000_000n],
    ['bread', 0n, 4_000_000n],
  ]);
});
