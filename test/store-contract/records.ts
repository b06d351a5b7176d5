// Changes of tokens and pools take effect at once for all writers and readers of a database, and are copied.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { amount, ppm } from '../../src/core/amount.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { type Snapshot, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { APPLE, account, BREAD, CORN, MAKER, token } from '../paper-exchange.ts';
import {
  ann,
  collectFees,
  createPool,
  deposit,
  pairOf,
  registerToken,
  setPoolFees,
  setPoolStatus,
  swap,
  updateToken,
} from '../paper-orders.ts';
import { give, order, POLICY, post, type Site } from './site.ts';

const PAIR = pairOf(APPLE, BREAD);
const TERMS = { ...PAIR, referred: false, exact: { in: amount(1000n) } };
const HALF = setPoolFees({ lpFeePpm: ppm(500_000n) });
const guild = account('guild');
const serve = (store: Store) =>
  new LedgerVenue(store, { policy: POLICY, maxBatch: 10, maxQueue: 10, maxWaitMs: 60_000 });
const lpFee = (outcome: unknown) => outcome as { posted: { receipt: { fees: { lp: bigint } } } };

export function records(site: Site): void {
  describe('a change by another store on the same database', () => {
    const openBoth = async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      // Both stores have the pool cached by now, for writing and quoting.
      for (const store of [one, two]) await post(store, swap(10n));
      return [one, two] as const;
    };

    test('applies to the next batch: fee rates, statuses and the fee recipient', async () => {
      const [one, two] = await openBoth();
      await post(one, HALF);
      expect(lpFee(await give(two, order(swap(1000n)))).posted.receipt.fees.lp).toBe(500n);
      await post(one, setPoolFees({ protocolFeeAddress: guild }));
      expect(await post(two, swap(1000n), collectFees())).toMatchObject([{}, { receipt: { to: guild } }]);
      await post(one, setPoolStatus('paused'));
      expect(await give(two, order(swap(10n)))).toMatchObject({ refusal: { code: 'pool_paused' } });
      await post(two, setPoolStatus('listed'), swap(10n), updateToken(BREAD, { status: 'paused' }));
      expect(await give(one, order(swap(10n)))).toMatchObject({ refusal: { code: 'token_paused' } });
      await audit(one, () => {});
    });

    test('applies to the next quote and the next read of a pool', async () => {
      const [one, two] = await openBoth();
      const venue = serve(two);
      const view = () => venue.pool(APPLE.address, BREAD.address);
      expect([(await venue.quote(TERMS)).plan.hops[0]?.fill.lpFee, (await view()).lpFeePpm]).toEqual([2n, 2000n]);
      const [{ sequence } = { sequence: 0 }] = await post(one, HALF);
      expect(await venue.quote(TERMS)).toMatchObject({ sequence, plan: { hops: [{ fill: { lpFee: 500n } }] } });
      expect(await view()).toMatchObject({ lpFeePpm: 500_000n, status: 'listed' });
      expect((await venue.pools({ limit: 9 })).items).toMatchObject([{ lpFeePpm: 500_000n }]);
      await post(one, setPoolStatus('paused'));
      await expect(venue.quote(TERMS)).rejects.toMatchObject({ refusal: { code: 'pool_paused' } });
      await post(one, setPoolStatus('listed'), updateToken(APPLE, { status: 'paused' }));
      await expect(venue.quote(TERMS)).rejects.toMatchObject({ refusal: { code: 'token_paused' } });
      expect(await view()).toMatchObject({ token0: { status: 'paused' } });
    });

    test.each(['before', 'after'] as const)(
      'that comes %s the balances are read gives a quote of one moment',
      async (when) => {
        const [one, two] = await openBoth();
        let change = async () => {};
        // The change comes between finding the pool and reading its balances, or after reading them.
        const read = async (keys: Parameters<Store['read']>[0]): Promise<Snapshot> => {
          if (when === 'before') await change();
          const snapshot = await two.read(keys);
          if (when === 'after') await change();
          return snapshot;
        };
        const venue = serve(Object.assign(Object.create(two), { read }) as Store);
        await venue.quote(TERMS);
        const { sequence: head } = await two.read([]);
        change = async () => {
          change = async () => {};
          await post(one, HALF, swap(10n));
        };
        const { sequence, plan } = await venue.quote(TERMS);
        expect([sequence - head, plan.hops[0]?.fill.lpFee]).toEqual(when === 'before' ? [2, 500n] : [0, 2n]);
      },
    );
  });

  test('read() returns the sequence of the last change of a pool or token, not of new ones', async () => {
    const store = await site.openMarket();
    const listingSequence = async () => (await store.read([])).listingSequence;
    expect(await listingSequence()).toBe(0);
    await post(store, swap(10n), registerToken(token('dates', 0)), createPool(pairOf(APPLE, CORN)));
    expect(await listingSequence()).toBe(0);
    const [, changed] = await post(store, swap(10n), setPoolFees({ refFeePpm: ppm(1n) }), swap(10n));
    expect(await listingSequence()).toBe(changed?.sequence);
    const [named] = await post(store, updateToken(CORN, { name: 'Corn' }));
    expect(await listingSequence()).toBe(named?.sequence);
    expect((await site.reopen(store).then((again) => again.read([]))).listingSequence).toBe(named?.sequence);
  });

  test('a change of fees and status in a failed batch has no effect', async () => {
    const store = await site.openMarket();
    const fault = registerToken(token('half', 0.5));
    await expect(store.commit([HALF, setPoolStatus('paused'), fault].map((each) => order(each)))).rejects.toThrow();
    expect(lpFee(await give(store, order(swap(1000n)))).posted.receipt.fees.lp).toBe(2n);
    expect((await store.read([])).listingSequence).toBe(0);
  });

  describe('tokens', () => {
    const looks = { name: 'Red “apple”', logo: 'data:image/png;base64,iVBORw0KGgo=' };

    test('keep their name, logo and status, and are listed by address and status', async () => {
      const store = await site.openMarket();
      await post(store, updateToken(APPLE, looks), updateToken(BREAD, { status: 'paused' }));
      await post(store, updateToken(APPLE, { name: '' }), updateToken(CORN, { status: 'hidden', name: 'Corn' }));
      const plain = { name: '', logo: '' };
      const [apple, bread] = [
        { ...APPLE, ...looks, name: '', number: 1 },
        { ...BREAD, ...plain, status: 'paused', number: 2 },
      ];
      expect(await store.tokenEntries({ after: '', limit: 9 })).toEqual([apple, bread]);
      expect(await store.tokenEntries({ after: '', limit: 1 })).toEqual([apple]);
      expect(await store.tokenEntries({ after: 'apple', limit: 9 })).toEqual([bread]);
      expect(await store.tokenEntries({ after: '', limit: 9, status: 'hidden' })).toEqual([
        { ...CORN, ...plain, status: 'hidden', name: 'Corn', number: 3 },
      ]);
      expect((await store.tokens()).map(({ status }) => status)).toEqual(['listed', 'paused', 'hidden']);
      expect(await store.token(CORN.address)).toEqual({ ...CORN, status: 'hidden' });
    });

    test('are refused if another store has registered their symbol meanwhile, until that token is hidden', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const twins = ['dates', 'figs'].map((name) => registerToken({ ...token(name, 0), symbol: 'Twin' }));
      await post(one, twins[0] as (typeof twins)[0]);
      const refused = { refusal: { code: 'symbol_taken', symbol: 'Twin', token: 'dates' } };
      expect(await give(two, order(twins[1] as (typeof twins)[0]))).toEqual(refused);
      await post(one, updateToken(token('dates', 0), { status: 'hidden' }));
      await post(two, twins[1] as (typeof twins)[0]);
    });
  });

  test('pools() leaves out hidden pools and pools of hidden tokens, unless a status is given', async () => {
    const store = await site.openMarket();
    await post(store, createPool(pairOf(APPLE, CORN)), createPool(pairOf(BREAD, CORN)));
    const numbers = async (status?: 'listed' | 'hidden' | 'paused') =>
      (await store.pools({ after: 0, limit: 9, ...(status && { status }) })).map(({ number }) => number);
    await post(store, setPoolStatus('hidden'), setPoolStatus('paused', pairOf(BREAD, CORN)));
    expect([await numbers(), await numbers('hidden'), await numbers('paused')]).toEqual([[8, 9], [6], [9]]);
    await post(store, updateToken(APPLE, { status: 'hidden' }));
    expect([await numbers(), await numbers('listed')]).toEqual([[9], [8]]);
  });

  test('a copy that is resumed includes changes of tokens and pools made since it began', async () => {
    const source = await site.openMarket();
    const place = await site.anotherPlace();
    const target = await site.openTarget(place);
    await target.begin(source.factory);
    const { tokens, pools, listingSequence, close } = await source.openJournal();
    await target.add({ tokens, pools, listingSequence });
    await close();
    await post(source, HALF, setPoolStatus('hidden'), updateToken(CORN, { name: 'Corn', status: 'paused' }));
    await copyExchange(source, target, () => {});
    const [copy, original] = await Promise.all([await site.open(place), source].map((store) => store.openJournal()));
    expect([copy?.listingSequence, copy?.pools, copy?.tokens]).toEqual([10, original?.pools, original?.tokens]);
    expect(copy?.pools).toMatchObject([{ status: 'hidden', lpFeePpm: 500_000n }]);
    await Promise.all([copy, original].map((journal) => journal?.close()));
  });

  test('after a rewind, quotes and swaps use the fees of the new history, not the lost ones', async () => {
    const [store, other] = [await site.openMarket(), await site.open()];
    await post(store, swap(10n));
    const venue = serve(store);
    await site.place.execute(`CREATE TABLE kept_head AS SELECT * FROM head; CREATE TABLE kept AS SELECT * FROM pools`);
    await post(store, HALF);
    expect((await venue.quote(TERMS)).plan.hops[0]?.fill.lpFee).toBe(500n);
    await site.place.execute(`
      DELETE FROM journal WHERE sequence > (SELECT sequence FROM kept_head);
      UPDATE pools SET lp_fee_ppm = (SELECT lp_fee_ppm FROM kept);
      UPDATE head SET sequence = (SELECT sequence FROM kept_head), listed = 0,
        last_transaction = (SELECT last_transaction FROM kept_head)`);
    // The new history has the same length and the same last change, so that only the id of the last transaction differs.
    await post(other, setPoolFees({ lpFeePpm: ppm(250_000n) }));
    expect((await venue.quote(TERMS)).plan.hops[0]?.fill.lpFee).toBe(250n);
    await expect(give(store, order(swap(1000n), ann))).rejects.toThrow(StoreUnavailable);
    expect(lpFee(await give(store, order(swap(1000n), ann))).posted.receipt.fees.lp).toBe(250n);
    await audit(other, () => {});
  });

  test('a stable pool trades by its curve on every store, and keeps it after changes of fees and status', async () => {
    const [one, two] = [await site.openMarket(), await site.open()];
    const pair = pairOf(BREAD, CORN);
    const shape = { curve: 'stable', amplification: 200n } as const;
    const units = { amountA: amount(100_000n), amountB: amount(1_000_000_000n) };
    await post(
      one,
      createPool({ ...pair, ...shape }),
      deposit(ann, BREAD, 300_000n),
      deposit(ann, CORN, 3_000_000_000n),
    );
    await post(two, { kind: 'provide', account: ann, ...pair, ...units }, setPoolFees({ ...pair, lpFeePpm: ppm(0n) }));
    const sale = swap(50_000n, pair);
    const { plan } = await serve(two).quote({ ...pair, referred: false, exact: { in: sale.amountA } });
    // With reserves of a thousand each, a constant-product pool would pay only 333 for 500.
    expect(plan.amountOut).toBeGreaterThan(496_000_000n);
    const [done] = await post(two, sale);
    expect(done?.receipt).toMatchObject({ amountB: plan.amountOut });
    await post(one, { ...sale, ...pairOf(CORN, BREAD), amountA: amount(496_000_000n) });
    await post(two, setPoolStatus('hidden', pair));
    const again = await site.reopen(one);
    expect(await again.pool(CORN.address, BREAD.address)).toMatchObject({ ...shape, status: 'hidden' });
    await audit(again, () => {});
  });

  test('lastTokenChange() returns the last transaction that registered or changed a token, whatever came after it', async () => {
    const [one, two] = [await site.open(), await site.open()];
    expect(await one.lastTokenChange()).toBeUndefined();
    const [, registered] = await post(one, registerToken(APPLE), registerToken(BREAD));
    await post(one, createPool(PAIR), setPoolStatus('hidden'));
    expect(await two.lastTokenChange()).toEqual(registered);
    const [changed] = await post(one, updateToken(APPLE, { name: 'Apple' }), deposit(ann, APPLE, 1n));
    expect(await two.lastTokenChange()).toEqual(changed);
  });

  test('a batch with a status other than listed, hidden or paused fails, and nothing is written', async () => {
    const store = await site.openMarket();
    await expect(post(store, setPoolStatus('closed' as never), swap(1n, { account: MAKER }))).rejects.toThrow();
    expect((await store.read([])).sequence).toBe(7);
  });
}
