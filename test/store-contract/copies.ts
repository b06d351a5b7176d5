// Copies: an exchange is copied completely, in as many attempts as needed; an unfinished copy cannot be opened.
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/core/amount.ts';
import type { ListedToken, TokenEntry } from '../../src/core/pool.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { KeyRecord, ReplyRecord } from '../../src/ports/records.ts';
import { type Chunk, type CopyTarget, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import type { HookStore } from '../../src/ports/webhooks.ts';
import { APPLE, CORN, MAKER, token } from '../paper-exchange.ts';
import { ann, bob, createPool, deposit, pairOf, registerToken, swap, withdraw } from '../paper-orders.ts';
import { hook } from './hooks.ts';
import { collect, give, headOf, order, post, type Site } from './site.ts';

const keyRecord = (id: string): KeyRecord => {
  return {
    id,
    account: ann,
    role: 'trader',
    hash: id.repeat(64),
    createdAtMs: 1_700_000_000_123,
    revokedAtMs: null,
    name: '',
    restrictions: null,
  };
};
const accepted = order(withdraw(ann, APPLE, 10n), ann, { key: 'K "1"', fingerprint: 'f1' });
const refused = order(withdraw(bob, APPLE, 10n), ann, { key: 'k 2', fingerprint: 'f2' });
/** A command that is refused, since bob has no apples. */
const refusedMeanwhile = order(withdraw(bob, APPLE, 10n), bob, { key: 'k 3', fingerprint: 'f3' });
/** A remembered success; refusals would be copied again by every run. */
const replyUnder = (key: string): ReplyRecord => {
  return { actor: ann, key, fingerprint: 'other', sequence: 1, refusal: null, refusedAtMs: null };
};
const entry = (token: ListedToken): TokenEntry => ({ ...token, name: '', logo: '' });
const quietly = () => {};

export function copies(site: Site): void {
  /** A market with keys, remembered replies of both kinds, and names whose order depends on the collation. */
  const openSource = async (): Promise<Store> => {
    const store = await site.openMarket();
    await post(store, registerToken(token('Ähre', 3)), registerToken(token('\u{1f33d}', 0)));
    const stable = { curve: 'stable', amplification: 200n } as const;
    await post(
      store,
      createPool({ ...pairOf(APPLE, CORN), protocolFeeAddress: bob, ...stable }),
      swap(100n),
      swap(200n),
    );
    await store.commit([accepted, refused]);
    for (const id of ['b', 'a']) await store.addKey(keyRecord(id));
    await store.revokeKey('b', 1_800_000_000_456);
    await withHooks(store, (hooks) => hooks.addHook(hook('b')));
    return store;
  };

  const withHooks = async (store: Store, use: (hooks: HookStore) => Promise<unknown>): Promise<void> => {
    const projection = site.keep(await openProjection(store.projection));
    await use(projection);
    await site.close(projection);
  };

  describe('a copy', () => {
    test('has the same content, repeats remembered answers, and accepts further commands and keys', async () => {
      const source = await openSource();
      const place = await site.anotherPlace();
      const target = await site.openTarget(place);
      expect(await copyExchange(source, target, quietly)).toMatchObject({ transactions: 13 });
      const copy = await site.open(place);
      expect(copy.factory).toBe(source.factory);
      expect(await contentOf(copy)).toEqual(await contentOf(source));
      expect(await copy.commit([accepted, refused])).toEqual(await source.commit([accepted, refused]));
      const another = registerToken(token('aaa', 0));
      expect(await post(copy, another, swap(5n))).toMatchObject([{ sequence: 14 }, { sequence: 15 }]);
      await copy.addKey(keyRecord('0'));
      expect((await copy.tokens()).at(-1)).toEqual(another.token);
      expect((await copy.keys()).map(({ id }) => id)).toEqual(['b', 'a', '0']);
    });

    test('of an empty exchange has its factory, and accepts commands', async () => {
      const source = await site.open();
      const place = await site.anotherPlace();
      await copyExchange(source, await site.openTarget(place), quietly);
      const copy = await site.open(place);
      expect([copy.factory, await headOf(copy)]).toEqual([source.factory, 0]);
      expect(await post(copy, registerToken(APPLE))).toMatchObject([{ sequence: 1 }]);
    });

    test('cannot be opened before it is finished, and is resumed by another run', async () => {
      const source = await openSource();
      const place = await site.anotherPlace();
      const cannotOpen = async (arrived: number) => {
        const opened = site.open(place);
        await expect(opened).rejects.toThrow(StoreUnavailable);
        await expect(opened).rejects.toThrow(`it is an unfinished copy, with ${arrived} transactions so far`);
      };
      const first = await site.openTarget(place);
      expect(await first.begin(source.factory)).toBe(0);
      await cannotOpen(0);
      await addSome(source, first, { after: 0, count: 5 });
      await cannotOpen(5);
      await site.close(first);

      const second = await site.openTarget(place);
      expect(await second.begin(source.factory)).toBe(5);
      await copyExchange(source, second, quietly);
      expect(await contentOf(await site.open(place))).toEqual(await contentOf(source));
    });

    test.each<[string, string, (source: Store) => Promise<unknown>]>([
      ['transactions', ' from transaction 13 to 15', (source) => post(source, swap(300n), deposit(bob, CORN, 7n))],
      ['a refusal that is remembered', '', (source) => give(source, refusedMeanwhile)],
      ['a new API key', '', (source) => source.addKey(keyRecord('c'))],
      ['a new webhook', '', (source) => withHooks(source, (hooks) => hooks.addHook(hook('a')))],
      ['a deleted webhook', '', (source) => withHooks(source, (hooks) => hooks.deleteHook('hook_b'))],
      ['a revoked API key', '', (source) => source.revokeKey('a', 1_850_000_000_000)],
    ])('fails if the source changes meanwhile, and copies the change when run again: %s', async (_, moved, move) => {
      const source = await openSource();
      const place = await site.anotherPlace();
      let views = 0;
      const moving = {
        async openJournal() {
          views += 1;
          if (views === 2) await move(source);
          return source.openJournal();
        },
      };
      const words = `the source changed${moved} during the copy: stop the server that uses it and run the same copy again`;
      await expect(copyExchange(moving, await site.openTarget(place), quietly)).rejects.toThrow(words);
      await expect(site.open(place)).rejects.toThrow('unfinished');
      await copyExchange(source, await site.openTarget(place), quietly);
      const copy = await site.open(place);
      expect(await contentOf(copy)).toEqual(await contentOf(source));
    });

    test('target writes a chunk completely or not at all, and only in the order of sequences', async () => {
      const source = await openSource();
      const target = await site.openTarget(await site.anotherPlace());
      await target.begin(source.factory);
      await addSome(source, target, { after: 0, count: 5 });
      await expect(addSome(source, target, { after: 3, count: 4 })).rejects.toThrow();
      const [balance] = [{ account: MAKER, token: APPLE.address, balance: -1n }];
      await expect(target.add({ tokens: [entry(APPLE)], balances: [balance] })).rejects.toThrow();
      expect(await target.begin(source.factory)).toBe(5);
      const journal = await target.openJournal();
      expect([journal.head, journal.tokens, await collect(journal.balances())]).toEqual([5, [], []]);
      await journal.close();
    });

    test('by a second process at the same time fails', async () => {
      const source = await openSource();
      const place = await site.anotherPlace();
      const [one, two] = [await site.openTarget(place), await site.openTarget(place)];
      expect([await one.begin(source.factory), await two.begin(source.factory)]).toEqual([0, 0]);
      await addSome(source, one, { after: 0, count: 5 });
      await expect(addSome(source, two, { after: 0, count: 3 })).rejects.toThrow();
      await expect(two.finish()).rejects.toThrow();
    });
  });

  describe('a copy is refused', () => {
    test.each<[string, string, (source: Store, place: Awaited<ReturnType<Site['anotherPlace']>>) => Promise<unknown>]>([
      [
        'another exchange',
        'already contains another exchange',
        async (_, place) => post(await site.open(place), registerToken(APPLE)),
      ],
      [
        'keys',
        'already contains another exchange',
        async (_, place) => (await site.open(place)).addKey(keyRecord('a')),
      ],
      ['an answer', 'already contains another exchange', async (_, place) => give(await site.open(place), refused)],
      [
        'the finished copy',
        'already contains this exchange, complete up to transaction 13',
        async (source, place) => copyExchange(source, await site.openTarget(place), quietly),
      ],
      [
        'an unfinished copy of another exchange',
        'an unfinished copy of another exchange',
        async (_, place) => (await site.openTarget(place)).begin('f'.repeat(64)),
      ],
    ])('if the target contains %s, and changes nothing there', async (_, message, prepare) => {
      const source = await openSource();
      const place = await site.anotherPlace();
      await prepare(source, place);
      const target = await site.openTarget(place);
      const before = await contentOf(target);
      await expect(copyExchange(source, target, quietly)).rejects.toThrow(message);
      expect(await contentOf(target)).toEqual(before);
    });

    test('to its own source', async () => {
      const source = await site.open();
      const target = await site.openTarget(site.place);
      await expect(copyExchange(source, target, quietly)).rejects.toThrow('already contains this exchange');
      expect(await headOf(source)).toBe(0);
    });

    test('when the target has more transactions than the source, and changes nothing there', async () => {
      const source = await openSource();
      const earlier = await source.openJournal();
      await post(source, swap(300n), swap(400n));
      const target = await site.openTarget(await site.anotherPlace());
      await target.begin(source.factory);
      await addSome(source, target, { after: 0, count: 15 });
      const before = await contentOf(target);
      const copied = copyExchange({ openJournal: async () => earlier }, target, quietly);
      await expect(copied).rejects.toThrow('the target has 15 transactions, but the source has only 13');
      expect(await contentOf(target)).toEqual(before);
    });

    test.each<[string, string, (source: Content) => Chunk]>([
      ['tokens with other decimals', 'tokens', () => ({ tokens: [{ ...entry(APPLE), decimals: APPLE.decimals + 1 }] })],
      ['more tokens', 'tokens', () => ({ tokens: [entry(token('more', 0))] })],
      [
        'pools with other numbers',
        'pools',
        ({ tokens, pools }) => ({ tokens, pools: pools.map((pool) => ({ ...pool, number: pool.number + 99 })) }),
      ],
      ['keys of another role', 'keys', () => ({ keys: [{ ...keyRecord('a'), role: 'operator' }] })],
      ['more keys', 'keys', () => ({ keys: [keyRecord('more')] })],
      [
        'more balances',
        'balances',
        () => ({ balances: [{ account: 'more' as Account, token: APPLE.address, balance: 1n }] }),
      ],
      [
        'replies to something else',
        'replies',
        ({ transactions }) => ({ transactions: transactions.slice(0, 1), replies: [replyUnder('K "1"')] }),
      ],
      [
        'more replies',
        'replies',
        ({ transactions }) => ({ transactions: transactions.slice(0, 1), replies: [replyUnder('more')] }),
      ],
    ])('when the target has %s', async (_, part, chunkOf) => {
      const source = await openSource();
      const place = await site.anotherPlace();
      const target = await site.openTarget(place);
      await target.begin(source.factory);
      await target.add(chunkOf(await contentOf(source)));
      await expect(copyExchange(source, target, quietly)).rejects.toThrow(
        `the ${part} of the target differ from the source`,
      );
      await expect(site.open(place)).rejects.toThrow('unfinished');
    });

    test.each(['transactions', 'balances', 'replies', 'pools', 'keys'] as const)(
      'when the target has lost the last of the %s',
      async (part) => {
        const source = await openSource();
        const place = await site.anotherPlace();
        const target = await site.openTarget(place);
        const add = target.add.bind(target);
        target.add = (chunk) => add(chunk[part] ? { ...chunk, [part]: chunk[part].slice(0, -1) } : chunk);
        await expect(copyExchange(source, target, quietly)).rejects.toThrow();
        await expect(site.open(place)).rejects.toThrow('unfinished');
      },
    );

    test('when a transaction of the target differs from the one with the same sequence in the source', async () => {
      const source = await openSource();
      const place = await site.anotherPlace();
      const target = await site.openTarget(place);
      await target.begin(source.factory);
      const [first] = await contentOf(source).then(({ transactions }) => transactions);
      await target.add({ transactions: [{ ...(first as NonNullable<typeof first>), actor: bob }] });
      await expect(copyExchange(source, target, quietly)).rejects.toThrow('the transactions of the target differ');
      await expect(site.open(place)).rejects.toThrow('unfinished');
    });
  });
}

async function addSome(source: Store, target: CopyTarget, { after, count }: { after: number; count: number }) {
  const { transactions } = await contentOf(source);
  await target.add({ transactions: transactions.slice(after, after + count) });
}

type Content = Awaited<ReturnType<typeof contentOf>>;

async function contentOf(place: Store | CopyTarget) {
  const journal = await place.openJournal();
  try {
    const { factory, head, tokens, pools, keys, hooks } = journal;
    const [transactions, balances, replies] = [
      await collect(journal.transactions()),
      await collect(journal.balances()),
      await collect(journal.replies()),
    ];
    return { factory, head, tokens, pools, keys, hooks, transactions, balances, replies };
  } finally {
    await journal.close();
  }
}
