// What a portfolio was worth: compared with a replay of the journal from its first transaction, on random histories.
import { describe, expect, test } from 'vitest';
import { ISSUER, orderAccount, reserveAccount } from '../../src/core/accounts.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import { type Command, transfersOf } from '../../src/core/commands/command.ts';
import { firstStart } from '../../src/core/market/candle.ts';
import { timesBefore, WORTH_PERIODS } from '../../src/core/market/past-holdings.ts';
import type { Instruction, Posted } from '../../src/core/settle/instruction.ts';
import { Observer } from '../../src/market/observer.ts';
import { MarketOverview } from '../../src/market/overview/overview.ts';
import { readPortfolio, type Units } from '../../src/market/queries/portfolio.ts';
import { withHistory } from '../../src/market/queries/worth-history.ts';
import type { PortfolioQuery, WorthPeriod, WorthPoint } from '../../src/ports/portfolio.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { JournalMark } from '../../src/ports/records.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, token } from '../paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  deposit,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  provide,
  refund,
  registerToken,
  swap,
  transfer,
  withdraw,
} from '../paper-orders.ts';
import { drawer } from './random-history.ts';
import { MARKET, order, type Site } from './site.ts';

const DAY_MS = 86_400_000;
const DATES = token('dates', 3);
const TOKENS = [APPLE, BREAD, CORN, DATES];
/** A few minutes after midnight of a day far enough back that every store accepts it. */
const NOW_MS = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS + 123_456;

/** Random commands that the exchange accepts, over `spanMs` up to now. A pool of corn is made on the way; dates have none. */
export function historyOf(
  seed: number,
  count: number,
  spanMs: number,
): readonly (Instruction & { readonly atMs: number })[] {
  const draw = drawer(seed);
  const paper = new PaperExchange();
  const accepted: (Instruction & { readonly atMs: number })[] = [];
  const orders: { readonly number: number; readonly account: Account }[] = [];
  const give = (command: Command, atMs: number) => {
    const instruction = order(command, 'account' in command ? (command.account as Account) : MAKER);
    const [outcome] = paper.settle([instruction]).outcomes;
    if (!outcome || 'refusal' in outcome) return;
    accepted.push({ ...instruction, atMs });
    if (command.kind === 'placeOrder') orders.push({ number: paper.journal.length, account: command.account });
  };
  const start = NOW_MS - spanMs;
  const opening = [
    ...MARKET,
    registerToken(DATES),
    ...TOKENS.flatMap((each) => [ann, bob].map((who) => deposit(who, each, 900_000n))),
  ];
  for (const command of opening) give(command, start);
  for (let step = 0; step < count; step += 1) {
    const who = draw(2) === 0 ? ann : bob;
    const [one, other] = draw(3) === 0 ? [BREAD, CORN] : [APPLE, BREAD];
    const pair = draw(2) === 0 ? pairOf(one, other) : pairOf(other, one);
    const units = BigInt(1 + draw(20_000));
    const known = orders[draw(orders.length)];
    const left = known ? paper.balanceOf(orderAccount(known.number), APPLE.address) : 0n;
    const [maker, taker] = [orders.at(-2), orders.at(-1)];
    const commands: readonly Command[] = [
      swap(units, { account: who, ...pair }),
      swap(units, { account: who, ...pair }),
      provide(units, units * 3n, { account: who, ...(step > count / 3 && pair) }),
      provide(units, units * 4n, { account: who }),
      refund({ account: who, ...pair }),
      deposit(who, TOKENS[draw(4)] as typeof APPLE, units),
      withdraw(who, TOKENS[draw(4)] as typeof APPLE, units),
      transfer(TOKENS[draw(4)] as typeof APPLE, units, { account: who, to: who === ann ? bob : ann }),
      placeOrder(units, units, { account: ann }),
      placeOrder(units * 4n, units / 2n + 1n, { account: bob, ...pairOf(BREAD, APPLE) }),
      closeOrder(known?.number ?? 1, {
        account: known?.account ?? ann,
        ...(known?.account === bob && pairOf(BREAD, APPLE)),
      }),
      fillOrder(known?.number ?? 1, left / 2n + 1n, left),
      matchOrders(
        100n,
        [maker?.number ?? 1, paper.balanceOf(orderAccount(maker?.number ?? 1), APPLE.address)],
        [taker?.number ?? 1, paper.balanceOf(orderAccount(taker?.number ?? 1), BREAD.address)],
      ),
    ];
    const atMs = start + Math.floor((spanMs / count) * step);
    // Some are of a point's very millisecond, and so are those that follow until the clock has passed it.
    give(commands[draw(commands.length)] as Command, draw(8) === 0 ? firstStart(atMs, 10_800_000) : atMs);
  }
  return accepted;
}

type Fraction = { readonly n: bigint; readonly d: bigint };
/** 18 significant digits, the rest cut off. */
function cut({ n, d }: Fraction): Fraction {
  const [whole, scale] = [(n * 10n ** 60n) / d, 10n ** 60n];
  const rest = BigInt(`1${'0'.repeat(Math.max(0, whole.toString().length - 18))}`);
  return { n: (whole / rest) * rest, d: scale };
}
const inverse = ({ n, d }: Fraction): Fraction => cut({ n: d, d: n });
const times = (a: Fraction, b: Fraction): Fraction => cut({ n: a.n * b.n, d: a.d * b.d });

/** Replays the whole journal up to a moment and values what the account then held, as the documentation says. */
async function replayed(
  { store, journal }: { readonly store: Store; readonly journal: readonly Posted[] },
  { account, atMs, quote }: { readonly account: Account; readonly atMs: number; readonly quote: typeof APPLE },
) {
  const balances = new Map<string, bigint>();
  const owners = new Map<string, Account>();
  const add = (who: string, what: string, delta: bigint) =>
    balances.set(`${who}\n${what}`, (balances.get(`${who}\n${what}`) ?? 0n) + delta);
  for (const posted of journal.filter(({ createdAtMs }) => createdAtMs < atMs)) {
    if (posted.receipt.kind === 'placeOrder') owners.set(orderAccount(posted.sequence), posted.receipt.account);
    for (const { from, to, token, amount } of transfersOf(posted.receipt)) {
      add(from, token, -amount);
      add(to, token, amount);
    }
  }
  const held = new Map<string, bigint>();
  for (const [name, units] of balances) {
    const [who, what] = name.split('\n') as [string, string];
    if (who === account || owners.get(who) === account) held.set(what, (held.get(what) ?? 0n) + units);
  }
  const reservesOf = async (a: typeof APPLE, b: typeof APPLE) => {
    const pool = await store.pool(a.address, b.address);
    if (!pool) return undefined;
    const unitsIn = (each: TokenAddress) => balances.get(`${reserveAccount(pool.address)}\n${each}`) ?? 0n;
    const supply = -(balances.get(`${ISSUER}\n${`LP ${pool.address}`}`) ?? 0n);
    return { lp: `LP ${pool.address}`, supply, in: (each: typeof APPLE) => unitsIn(each.address) };
  };
  const pools = { apple: await reservesOf(APPLE, BREAD), corn: await reservesOf(BREAD, CORN) };
  /** In bread, over the one pool that the token has with it; the price of the first token of a pool is cut first. */
  const inBread = (each: typeof APPLE): Fraction | null => {
    if (each === BREAD) return { n: 1n, d: 1n };
    const pool = each === APPLE ? pools.apple : each === CORN ? pools.corn : undefined;
    if (!pool || pool.in(each) === 0n) return null;
    const isFirst = each.address < BREAD.address;
    const [first, second] = isFirst ? [each, BREAD] : [BREAD, each];
    const price = cut({
      n: pool.in(second) * 10n ** BigInt(first.decimals),
      d: pool.in(first) * 10n ** BigInt(second.decimals),
    });
    return isFirst ? price : inverse(price);
  };
  const priceOf = (each: typeof APPLE): Fraction | null => {
    if (each === quote) return { n: 1n, d: 1n };
    const [own, unit] = [inBread(each), inBread(quote)];
    return own && unit && (quote === BREAD ? own : times(own, { n: unit.d, d: unit.n }));
  };
  const worthOf = (units: bigint, each: typeof APPLE): bigint | null => {
    const price = priceOf(each);
    return price && (units * price.n * 10n ** BigInt(quote.decimals)) / (price.d * 10n ** BigInt(each.decimals));
  };
  const worths = [...held]
    .filter(([, units]) => units !== 0n)
    .map(([what, units]) => {
      const [pool, a, b] = what === pools.apple?.lp ? [pools.apple, APPLE, BREAD] : [pools.corn, BREAD, CORN];
      if (!what.startsWith('LP '))
        return worthOf(units, TOKENS.find(({ address }) => address === what) as typeof APPLE);
      if (!pool) return null;
      const [first, second] = [a, b].map((each) => worthOf((units * pool.in(each)) / pool.supply, each));
      return first == null || second == null ? null : first + second;
    });
  const priced = worths.filter((worth) => worth !== null);
  const worth = worths.length > 0 && priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0n);
  return { atMs, worth, unpriced: worths.length - priced.length };
}

export function worthHistory(site: Site): void {
  /** `isStored`: the market's rows are read from the store, not from memory. */
  async function open(store: Store, isStored: boolean) {
    const observer = site.keep(new Observer(await openTail(store.tail), await openProjection(store.projection)));
    if (isStored) {
      await observer.catchUp();
      const fence = (await observer.projection.takeLease({ name: 'market', holder: 'test', forMs: 60_000 })) as number;
      const claim = { fence, mark: observer.counted?.mark as JournalMark, from: 0 };
      expect(await observer.projection.save([...observer.fold.unstored()], claim)).toBe(true);
      expect(await observer.projection.saveOrders([...observer.fold.orders.unstored()], claim)).toBe(true);
      expect(await observer.projection.advance(claim)).toBe(true);
      await observer.dropStored();
      observer.restart();
    }
    const quote = { token: BREAD.address, orFirst: false };
    const overview = new MarketOverview(observer, { quote, now: () => NOW_MS });
    return async (
      query: Pick<PortfolioQuery, 'account' | 'quote'> & { history: WorthPeriod },
      bounds?: Parameters<typeof withHistory>[4],
    ) => {
      const asked: PortfolioQuery = { list: 'tokens', limit: 1, ...query };
      const found = await observer.answer(() => readPortfolio(observer, overview, asked));
      return withHistory(observer, overview, asked, found as typeof found & { readonly units: Units }, bounds);
    };
  }

  describe('what a portfolio was worth', () => {
    test.each([
      ['week', 1, APPLE, false],
      ['month', 2, BREAD, true],
      ['year', 3, BREAD, false],
    ] as const)('over a %s is what a replay of the journal gives', async (period, seed, quote, isStored) => {
      const store = await site.open();
      const spanMs = WORTH_PERIODS[period].stepMs * WORTH_PERIODS[period].steps;
      // Some of the history is before the first point.
      const history = historyOf(seed, 300, Math.floor(spanMs * 1.1));
      await store.commit(history);
      const journal = (await store.activity({ all: true, before: 1e9, limit: 1000 })).toReversed();
      const kinds = new Set<string>(journal.map(({ receipt }) => receipt.kind));
      for (const kind of [
        'swap',
        'provide',
        'refund',
        'withdraw',
        'transfer',
        'placeOrder',
        'closeOrder',
        'matchOrders',
      ])
        expect(kinds).toContain(kind);
      const ask = await open(store, isStored);
      for (const account of [ann, bob]) {
        const found = await ask({ account, history: period, ...(quote !== BREAD && { quote: quote.address }) });
        const points: WorthPoint[] = [];
        for (const atMs of timesBefore(NOW_MS, WORTH_PERIODS[period]).toReversed())
          points.push(await replayed({ store, journal }, { account, atMs, quote }));
        const { unpriced } = found.ofTokens;
        expect(found.history?.points).toEqual([...points, { atMs: NOW_MS, worth: found.worth, unpriced }]);
        expect(new Set(points.map((point) => point.unpriced)).size).toBeGreaterThan(1);
        expect(found.history?.isWhole).toBe(true);
      }
    });

    test('stops at the most transactions and the most pools that are read, and says so', async () => {
      const store = await site.open();
      await store.commit(historyOf(4, 100, 100 * DAY_MS));
      const ask = await open(store, false);
      const bounds = { page: 7, rows: 1e9, pools: 1e9 };
      const whole = await ask({ account: ann, history: 'month' }, bounds);
      expect(whole.history?.isWhole).toBe(true);
      const read = whole.looked;
      const short = await ask({ account: ann, history: 'month' }, { ...bounds, rows: 7 });
      expect(short.looked).toBeLessThan(read);
      expect(short.history?.isWhole).toBe(false);
      const points = short.history?.points ?? [];
      expect(points.length).toBeLessThan(60);
      expect(points).toEqual(whole.history?.points.slice(-points.length));
      const poor = await ask({ account: ann, history: 'month' }, { ...bounds, pools: 1 });
      expect(poor.history?.isWhole).toBe(false);
      expect(poor.history?.points[0]?.unpriced).toBeGreaterThan(whole.history?.points[0]?.unpriced as number);
    });
  });
}
