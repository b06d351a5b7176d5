// Damaged or altered rows: errors name the transaction, and everything else keeps working.
import { describe, expect, test } from 'vitest';
import { AuditOffence, audit } from '../../src/audit/audit.ts';
import { Follower } from '../../src/journal/follower.ts';
import { Observer } from '../../src/market/observer.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { BatchFault, type Store, UnreadableTransaction } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { RouteService } from '../../src/routes/service.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, deposit, swap } from '../paper-orders.ts';
import { collect, give, order, post, type Site } from './site.ts';

const keyed = (key: string, units: bigint) => order(swap(units), ann, { key, fingerprint: key });
const GARBAGE = `UPDATE journal SET receipt = '{"kind":"swap","amo' WHERE sequence = 9`;
const OTHER = /^transaction 9 in the journal cannot be read: its checksum does not match$/;
const NAMED = /^transaction 9 in the journal cannot be read: its receipt cannot be decoded$/;

export function damage(site: Site): void {
  /** The market, and three swaps as 8 to 10, each with its own key. */
  const openTraded = async (): Promise<Store> => {
    const store = await site.openMarket();
    for (const key of ['one', 'two', 'three']) await give(store, keyed(key, 100n));
    return store;
  };

  describe('a row of the journal that cannot be read', () => {
    test.each([
      ['a truncated receipt', GARBAGE, NAMED],
      ['the receipt null', `UPDATE journal SET receipt = 'null' WHERE sequence = 9`, NAMED],
      [
        'a receipt without the fields of a swap',
        `UPDATE journal SET receipt = '{"kind":"swap"}' WHERE sequence = 9`,
        OTHER,
      ],
      [
        'an amount that is one unit more',
        `UPDATE journal SET receipt = replace(receipt, '"amountA":100', '"amountA":101') WHERE sequence = 9`,
        OTHER,
      ],
      [
        'kind, checksum and receipt of another row',
        `UPDATE journal SET (kind, checksum, receipt) = (SELECT kind, checksum, receipt FROM journal WHERE sequence = 7)
           WHERE sequence = 9`,
        OTHER,
      ],
      ['an empty checksum', `UPDATE journal SET checksum = '' WHERE sequence = 9`, OTHER],
    ])('fails the audit, which names the transaction: %s', async (_, damaging, words) => {
      const store = await openTraded();
      await site.place.execute(damaging);
      const audited = audit(store, () => {});
      await expect(audited).rejects.toThrow(AuditOffence);
      await expect(audited).rejects.toThrow(words);
    });

    test('makes every query that reads it fail with its number; other queries and commits succeed', async () => {
      const store = await openTraded();
      await site.place.execute(GARBAGE);
      const journal = await store.openJournal();
      const tail = site.keep(await openTail(store.tail));
      const reads = [
        () => store.posted(9),
        () => store.activity({ account: ann, before: 99, limit: 5 }),
        () => tail.page(7, 5),
        () => tail.pick([9]),
        () => collect(journal.transactions()),
      ];
      for (const read of reads) await expect(read()).rejects.toThrow(NAMED);
      for (const read of reads) await expect(read()).rejects.toMatchObject({ reason: 'unreadable', sequence: 9 });
      await journal.close();
      expect(await store.posted(8)).toMatchObject({ sequence: 8 });
      expect(await store.activity({ account: ann, before: 9, limit: 5 })).toMatchObject([{ sequence: 8 }, {}]);
      expect(await post(store, swap(100n))).toMatchObject([{ sequence: 11 }]);
    });

    test('makes a batch that repeats its key fail as a BatchFault; the other command then succeeds alone', async () => {
      const store = await openTraded();
      await site.place.execute(GARBAGE);
      const both = store.commit([keyed('two', 100n), keyed('four', 100n)]);
      await expect(both).rejects.toThrow(BatchFault);
      await expect(both).rejects.toMatchObject({ message: NAMED.source.slice(1, -1), cause: { reason: 'unreadable' } });
      expect(await give(store, keyed('four', 100n))).toMatchObject({ posted: { sequence: 11 } });
    });

    test('makes a follower read the whole state again, and does not stop routing', async () => {
      const store = await site.openMarket();
      const whys: string[] = [];
      const follower = new Follower(site.keep(await openTail(store.tail)), [], {
        onRestart: ({ why }) => whys.push(why),
      });
      await follower.follow();
      for (const key of ['one', 'two', 'three']) await give(store, keyed(key, 100n));
      await site.place.execute(GARBAGE);
      await follower.follow();
      expect([follower.sequence, whys]).toEqual([10, ['start', 'unreadable']]);
      await post(store, swap(100n));
      await follower.follow();
      expect([follower.sequence, whys.length]).toEqual([11, 2]);
      const service = new RouteService(site.keep(await openTail(store.tail)), { maxPools: 16, minGain: 0 });
      const [answer] = await answersOf(service);
      expect(answer).toMatchObject({ plan: { amountIn: 100n } });
    });

    test('makes market statistics fail with its number; events before and after it can be read', async () => {
      const store = await site.openMarket();
      const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
      const market = site.keep(new MarketQueries(observer));
      const stats = () => market.poolStats({ tokenA: APPLE.address, tokenB: BREAD.address });
      const events = async (after: number) => (await market.events({ after, limit: 500, filter: {} })).last;
      await stats();
      for (const key of ['one', 'two', 'three']) await give(store, keyed(key, 100n));
      await site.place.execute(GARBAGE);
      await expect(stats()).rejects.toThrow(NAMED);
      await expect(stats()).rejects.toThrow(UnreadableTransaction);
      expect(await events(0)).toBe(8);
      await expect(events(8)).rejects.toThrow(NAMED);
      expect(await events(9)).toBe(10);
      await post(store, deposit(ann, APPLE, 1n));
      await expect(stats()).rejects.toThrow(NAMED);
      expect(await events(10)).toBe(11);
    });
  });

  describe('the audit finds a change of', () => {
    test.each([
      [
        'the kind of a row',
        `UPDATE journal SET kind = 'deposit' WHERE sequence = 9`,
        'transaction 9 is stored as deposit, but its receipt is of swap',
      ],
      [
        'the transaction that a key has as its answer',
        `UPDATE replies SET sequence = 10 WHERE key = 'two'`,
        'transaction 10 is the remembered answer to two keys, three and two, but was asked for once',
      ],
    ])('%s', async (_, tampering, offence) => {
      const store = await openTraded();
      await audit(store, () => {});
      await site.place.execute(tampering);
      await expect(audit(store, () => {})).rejects.toThrow(offence);
    });
  });
}

async function answersOf(service: RouteService) {
  const reply = await service.answer([['plan', APPLE.address, BREAD.address, 'in', 100n as never, false]]);
  return 'answers' in reply ? reply.answers : [reply];
}
