// Positions as of the head, wherever the stored rows end, even if another process stores them meanwhile.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, pairOf, provide, refund, swap } from '../../../test/paper-orders.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import type { Account, Amount } from '../../core/amount.ts';
import { NO_POSITION, type PositionRecord } from '../../core/market/position.ts';
import { type Claim, openProjection, type Projection } from '../../ports/projection.ts';
import type { JournalMark } from '../../ports/records.ts';
import { openTail } from '../../ports/tail.ts';
import { RefusedError } from '../../ports/venue.ts';
import { Observer } from '../observer.ts';
import { readPosition, readPositions } from './positions.ts';

/** bob has provided to three pools, and the maker to the pool of apples and bread. */
const on = useExchange([
  ...MARKET,
  ...[APPLE, BREAD, CORN].map((token) => deposit(bob, token, 10n ** 9n)),
  provide(1_000_000n, 1_000_000n, { account: bob, ...pairOf(APPLE, CORN) }),
  provide(1_000_000n, 1_000_000n, { account: bob, ...pairOf(CORN, BREAD) }),
  provide(5000n, 20_000n, { account: bob }),
]);
const PAIR = pairOf(APPLE, BREAD);
const more = provide(500n, 2000n, { account: bob });

let [observer, other]: [Observer, Observer] = [] as never;
beforeEach(async () => {
  [observer, other] = [await observe(), await observe()];
});
afterEach(async () => {
  await observer.close();
  await other.close();
});

async function observe(change: (kept: Projection) => Partial<Projection> = () => ({})): Promise<Observer> {
  const kept = await openProjection(on.store.projection);
  const changed = change(kept);
  const projection = new Proxy(kept, {
    get: (target, name) =>
      name in changed ? Reflect.get(changed, name) : (Reflect.get(target, name) as () => void).bind(target),
  });
  return new Observer(await openTail(on.store.tail), projection);
}

/** Stores everything that an observer has counted. */
async function store(counted: Observer): Promise<void> {
  await counted.catchUp();
  const claim = await claimOf(counted);
  expect(await counted.projection.save([...counted.fold.unstored()], claim)).toBe(true);
  expect(await counted.projection.advance(claim)).toBe(true);
  counted.fold.forget(counted.sequence);
}

async function claimOf({ projection, counted }: Observer): Promise<Claim> {
  const fence = (await projection.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
  return { fence, mark: counted?.mark as JournalMark, from: 0 };
}

const position = (of: Observer, account: Account = bob, pair = PAIR) =>
  of.answer(() => readPosition(of, { ...pair, account }));

test('a position is the same whether its rows are stored or not, and for an observer that starts from stored rows', async () => {
  await on.exchange.execute(ann, swap(1000n));
  const before = await position(observer);
  expect(before.record).toMatchObject({ in0: 5000n, in1: 20_000n });
  await store(other);
  observer.fold.forget(observer.sequence);
  expect(await position(observer)).toEqual(before);
  expect(await position(other)).toEqual(before);
  const later = await observe();
  expect(await position(later)).toEqual(before);
  await on.exchange.execute(bob, refund({ account: bob, lpTokens: 100n as Amount }));
  const [here, there] = [await position(observer), await position(later)];
  expect(here).toEqual(there);
  expect(here.record.lpTokens).toBe(before.record.lpTokens - 100n);
  await later.close();
});

test('rows that another observer has stored are not counted twice', async () => {
  await observer.catchUp();
  await on.exchange.execute(bob, more);
  await store(other);
  const expected = await position(other);
  expect(await position(observer)).toEqual(expected);
  await on.exchange.execute(bob, more);
  expect(await position(observer)).toEqual(await position(other));
});

test('rows that another observer stores after this one has read the journal are included', async () => {
  let comesBetween = true;
  const surprised = await observe((kept) => ({
    async positions(keys) {
      if (comesBetween) {
        comesBetween = false;
        await on.exchange.execute(bob, more);
        await store(other);
      }
      return kept.positions(keys);
    },
  }));
  await store(other);
  expect(await position(surprised)).toEqual(await position(other));
  await surprised.close();
});

test('an account without a position has zeros', async () => {
  const { record, worth } = await position(observer, ann);
  expect(record).toEqual(NO_POSITION);
  expect([worth?.side0, worth?.side1]).toEqual(Array(2).fill({ cost: 0n, now: 0n, fees: 0n }));
});

test.each([
  [
    'a token that is not listed',
    { ...PAIR, tokenB: 'dates' as never },
    { code: 'unknown_pool', tokenA: 'APPLE', tokenB: 'dates' },
  ],
  ['the same token twice', pairOf(APPLE, APPLE), { code: 'unknown_pool', tokenA: 'APPLE', tokenB: 'APPLE' }],
])('a position in a pool of %s is refused', async (_, pair, refusal) => {
  await expect(position(observer, ann, pair)).rejects.toEqual(new RefusedError(refusal as never));
});

describe('a list of positions', () => {
  const poolsOf = async (limit: number, account = bob) => {
    const pages: (readonly PositionRecord[])[] = [];
    const pools: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readPositions(observer, { account, limit, ...(cursor !== undefined && { cursor }) });
      pages.push(page.items.map(({ record }) => record));
      pools.push(...page.items.map(({ pool }) => pool));
      cursor = page.nextCursor;
    }
    return { sizes: pages.map(({ length }) => length), records: pages.flat(), pools };
  };

  test.each([
    ['none is stored', 0],
    ['some are stored', 1],
    ['all are stored', 3],
  ])('has every position once, in order and in pages, if %s', async (_, stored) => {
    await other.catchUp();
    await other.projection.save([...other.fold.unstored()].slice(0, stored), await claimOf(other));
    const all = await poolsOf(50);
    expect(all.sizes).toEqual([3]);
    expect(all.pools).toEqual(all.pools.toSorted());
    expect(await poolsOf(2)).toEqual({ ...all, sizes: [2, 1] });
    expect(await poolsOf(1)).toEqual({ ...all, sizes: [1, 1, 1, 0] });
    expect((await poolsOf(50, MAKER)).records).toEqual([(await position(observer, MAKER)).record]);
    expect((await poolsOf(50, ann)).sizes).toEqual([0]);
  });

  test('refuses a cursor that it did not return', async () => {
    const asked = readPositions(observer, { account: bob, limit: 5, cursor: 'not an address' });
    await expect(asked).rejects.toEqual(new RefusedError({ code: 'bad_cursor' }));
  });
});
