// Measures getMarket on the observer's thread: the first query of a minute, repeated queries, and queries between swaps.
import { join } from 'node:path';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import { type Account, amount, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { Observer } from '../../src/market/observer.ts';
import { Projector } from '../../src/market/projector.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import { CatchingUp } from '../../src/ports/market.ts';
import type { OverviewQuery } from '../../src/ports/market-figures.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { answerLines } from '../lines.ts';

export type MarketQuestion = { readonly questions: number };
/** `pageCharacters` is the length of a page of fifty pools as JSON. */
export type MarketTimes = {
  readonly coldMs: number;
  readonly warmMs: readonly number[];
  readonly movingMs: readonly number[];
  readonly pageCharacters: number;
};

const [TOKENS, POOLS, HUBS] = [5000, 10_000, 5];
const AT_ONCE = 500;
const MAKER = 'maker' as Account;
const ASKED: OverviewQuery = { list: 'pools', sort: 'tvl', order: 'desc', limit: 50 };

const token = (index: number) => `token-${index}` as TokenAddress;
/** Every token has a pool with one of a few hub tokens, and one with its neighbour. */
const pairs = uniquePairs(
  Array.from({ length: POOLS }, (_, at) => {
    const one = HUBS + (at % (TOKENS - HUBS));
    return [at < TOKENS ? at % HUBS : one - HUBS < 7 ? 0 : one - 7, one] as const;
  }),
);

const units = amount(10n ** 15n);
const swap = (at: number): Command => {
  const [a, b] = pairs[(at * 7919) % pairs.length] as readonly [number, number];
  return { kind: 'swap', account: MAKER, tokenA: token(a), tokenB: token(b), amountA: amount(10n ** 9n) };
};

function uniquePairs(all: readonly (readonly [number, number])[]) {
  const byName = new Map(all.filter(([a, b]) => a !== b).map((pair) => [pair.join(), pair]));
  return [...byName.values()];
}

async function fill(store: Store): Promise<void> {
  const all = Array.from({ length: TOKENS }, (_, at) => at);
  await commit(
    store,
    all.map(
      (at): Command => ({
        kind: 'registerToken',
        token: { address: token(at), symbol: `T${at}`, decimals: 9 },
      }),
    ),
  );
  await commit(
    store,
    all.map(
      (at): Command => ({
        ...{ kind: 'deposit', account: MAKER, token: token(at), reference: 'start' },
        amount: amount(units * 10_000n),
      }),
    ),
  );
  await commit(
    store,
    pairs.map(
      ([a, b]): Command => ({
        ...{ kind: 'provide', account: MAKER, tokenA: token(a), tokenB: token(b), mayCreatePool: true },
        ...{ amountA: units, amountB: amount(units + BigInt(b)) },
      }),
    ),
  );
  await commit(
    store,
    pairs.map((_, at) => swap(at)),
  );
}

async function commit(store: Store, commands: readonly Command[]): Promise<void> {
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    const outcomes = await store.commit(commands.slice(at, at + AT_ONCE).map((command) => ({ actor: MAKER, command })));
    const refused = outcomes.find((outcome) => 'refusal' in outcome);
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

const path = join(process.argv[2] as string, 'market.db');
const store = await openSqliteStore({ path, busyTimeoutMs: 5000, policy: policyOf(readSettings({}, {})) });
await fill(store);
await storeFigures();
let swaps = 0;

await answerLines<MarketQuestion, MarketTimes>(async ({ questions }) => {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  const queries = new MarketQueries(observer, { quote: { token: token(0), orFirst: true } });
  while (!(await isThere(observer)));
  const coldMs = await timed(() => queries.overview(ASKED));
  const warmMs: number[] = [];
  const movingMs: number[] = [];
  for (let at = 0; at < questions; at++) {
    warmMs.push(await timed(() => queries.overview(ASKED)));
    await commit(store, [swap(swaps++)]);
    movingMs.push(await timed(() => queries.overview(ASKED)));
  }
  const { pools } = await queries.overview(ASKED);
  const text = JSON.stringify(pools, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await queries.close();
  // A server stores market data every few seconds; otherwise a few rounds of swaps would be more than an observer may process at once.
  await storeFigures();
  return { coldMs, warmMs, movingMs, pageCharacters: text.length };
});
await store.close();

/** Stores the market data next to the journal, as on a server that has been running for a while. */
async function storeFigures(): Promise<void> {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  const projector = new Projector(observer, { storeEveryMs: 0 });
  do await projector.turn();
  while (observer.head === 0 || observer.sequence < observer.head);
  await projector.close();
  await observer.close();
}

async function isThere(observer: Observer): Promise<boolean> {
  try {
    await observer.catchUp();
    return true;
  } catch (error) {
    if (error instanceof CatchingUp) return false;
    throw error;
  }
}
