// Cost and gain of a random year are those of an independent computation, to the unit.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { GainsWalk } from '../src/api/gains/walk.ts';
import type { TokenAddress } from '../src/core/amount.ts';
import type { GainEntry } from '../src/core/gains/books.ts';
import type { Posted } from '../src/core/settle/instruction.ts';
import { Observer } from '../src/market/observer.ts';
import { MarketQueries } from '../src/market/queries/market-queries.ts';
import { openProjection } from '../src/ports/projection.ts';
import { openTail } from '../src/ports/tail.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { modelGains } from './gains-model.ts';
import { MATCH_FEE, PEOPLE, RandomYear, repeat } from './gains-year.ts';
import { POLICY } from './store-contract/site.ts';
import { times } from './times.ts';

const [BREAD, CORN] = ['bread' as TokenAddress, 'corn' as TokenAddress];
const FROM = Date.UTC(2025, 11, 30);
const COUNT = times(1000);
const seed = Number(process.env.GAINS_SEED ?? Math.floor(Math.random() * 2 ** 32));

test(`every line, lot and position of ${COUNT} transactions (GAINS_SEED=${seed})`, { timeout: 600_000 }, async () => {
  const year = new RandomYear(seed, { from: FROM, count: COUNT });
  const path = join(await mkdtemp(join(tmpdir(), 'millpond-')), 'year.db');
  onTestFinished(() => rm(join(path, '..'), { recursive: true }));
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: { ...POLICY, ...MATCH_FEE } });
  onTestFinished(() => store.close());
  await repeat(year, store);
  const db = new DatabaseSync(path, { timeout: 60_000 });
  const date = db.prepare('UPDATE journal SET created_at_ms = ? WHERE sequence = ?');
  db.exec('BEGIN');
  for (const { sequence, createdAtMs } of year.exchange.journal) date.run(createdAtMs, sequence);
  db.exec('COMMIT');
  db.close();

  const [tail, projection] = [await openTail(store.tail), await openProjection(store.projection)];
  // Counts all of the history when it is first asked.
  const observer = new Observer(tail, projection, { wait: COUNT });
  const market = new MarketQueries(observer, { quote: { token: BREAD, orFirst: false } });
  onTestFinished(() => market.close());
  const journal: Posted[] = [];
  for (let after = 0; journal.length < year.exchange.journal.length; after += 1)
    journal.push((await store.posted(after + 1)) as Posted);
  const kinds = new Set(journal.map(({ receipt }) => receipt.kind));
  for (const kind of ['matchOrders', 'closeOrder', 'collectFees', 'transfer', 'refund', 'provide', 'withdraw'] as const)
    expect(kinds).toContain(kind);
  const venue = {
    history: (account: never, after: number) => store.history({ account, after, limit: 100 }),
    poolsNamed: async (pools: readonly never[]) =>
      (await store.poolsNamed(pools)).map(({ token0, token1 }) => ({
        token0: { address: token0 },
        token1: { address: token1 },
      })),
  } as never;
  for (const unit of [BREAD, CORN]) {
    const valuing = { own: BREAD, unit };
    const model = modelGains(journal, valuing);
    for (const account of PEOPLE) {
      const walk = new GainsWalk({ venue, market }, { account, valuing });
      const entries: GainEntry[] = [];
      for await (const slice of walk.slices(journal.length)) entries.push(...slice.entries);
      const expected = model.get(account);
      expect(entries.map(lineOf)).toEqual(expected?.lines ?? []);
      for (const [token, lots] of walk.own.tokens) {
        const own = expected?.lots.get(token) ?? [];
        const known = own.filter(({ cost }) => cost !== null);
        const totals = [sum(own.map(({ units }) => units)), sum(known.map(({ cost }) => cost ?? 0n))];
        expect([token, lots.units, lots.cost]).toEqual([token, ...totals]);
        // Everything that the account has is in a lot, and nothing else is.
        expect(lots.units).toBe(heldBy(year, account, token));
      }
      for (const [pool, position] of walk.own.positions) {
        const { lp, sides } = expected?.positions.get(pool) ?? { lp: 0n, sides: [[], []] };
        expect([pool, position.lp]).toEqual([pool, lp]);
        const costs = sides.flat().map(({ cost }) => cost);
        expect(position.cost).toBe(costs.includes(null) ? null : sum(costs.map((cost) => cost ?? 0n)));
      }
    }
  }
});

const sum = (of: readonly bigint[]): bigint => of.reduce((total, each) => total + each, 0n);

/** The balance, and what open orders hold. */
function heldBy({ exchange }: RandomYear, account: string, token: TokenAddress): bigint {
  const own = new Set<string>([account]);
  for (const { sequence, receipt } of exchange.journal) {
    if (receipt.kind !== 'placeOrder' || receipt.account !== account) continue;
    own.add(`order ${sequence}`).add(`order ${sequence} stop`);
  }
  return sum(
    [...exchange.balances.values()]
      .filter((entry) => own.has(entry.account) && entry.token === token)
      .map(({ balance }) => balance),
  );
}

const lineOf = ({ posted, type, token, units, proceeds, cost, firstMs, lastMs }: GainEntry) => ({
  ...{ sequence: posted.sequence, type, token, units, proceeds },
  ...{ cost, days: [firstMs, lastMs] },
});
