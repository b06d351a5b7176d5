// The pool changes of a journal, step by step; journals of in-memory exchanges are given passing time.
import type { Account, PoolAddress } from '../src/core/amount.ts';
import { advance, changesOf, type PoolChange, type PoolFigures, type PriceTerms } from '../src/core/market/figures.ts';
import { handedOver, type PositionRecord, positionAfter } from '../src/core/market/position.ts';
import type { Pool } from '../src/core/pool.ts';
import type { Posted } from '../src/core/settle/instruction.ts';
import type { PaperExchange } from './paper-exchange.ts';

export type PaperStep = {
  readonly transaction: Posted;
  readonly pool: Pool & PriceTerms;
  readonly change: PoolChange;
  readonly before: PoolFigures | undefined;
  readonly after: PoolFigures;
};

/** Some transactions share a millisecond, some are a minute and some a day apart. */
const GAPS_MS = [0, 0, 1, 999, 20_000, 59_999, 60_000, 400_000, 3_600_000, 90_000_000];

export function stepsOf({ journal, pools, tokens }: PaperExchange): readonly PaperStep[] {
  const byAddress = new Map([...pools.values()].map((pool) => [pool.address, pool]));
  const figures = new Map<PoolAddress, PoolFigures>();
  const steps: PaperStep[] = [];
  let nowMs = 0;
  for (const timeless of journal) {
    nowMs += GAPS_MS[(timeless.sequence * 7) % 11] ?? 5;
    const transaction = { ...timeless, createdAtMs: timeless.createdAtMs + nowMs };
    for (const change of changesOf(transaction.receipt)) {
      const record = byAddress.get(change.pool) as Pool;
      const [decimals0 = 0, decimals1 = 0] = [record.token0, record.token1].map((token) => tokens.get(token)?.decimals);
      const pool = { ...record, decimals0, decimals1 };
      const before = figures.get(change.pool);
      const after = advance(before, change, transaction, pool);
      figures.set(change.pool, after);
      steps.push({ transaction, pool, change, before, after });
    }
  }
  return steps;
}

/** The steps of each pool separately. */
export function stepsByPool(exchange: PaperExchange): readonly (readonly PaperStep[])[] {
  const byPool = Map.groupBy(stepsOf(exchange), ({ pool }) => pool.address);
  return [...byPool.values()];
}

/** The positions that a step changes, after it. */
export function changedBy(
  { change, before, after, pool, transaction }: PaperStep,
  recordOf: (account: Account) => PositionRecord | undefined,
): readonly (readonly [Account, PositionRecord])[] {
  const { liquidity, handover } = change;
  if (liquidity) {
    const { account } = liquidity;
    return [[account, positionAfter(recordOf(account), liquidity, { before, after }, pool)]];
  }
  if (!handover) return [];
  const { from, to, lpTokens } = handover;
  const sent = { lpTokens, sequence: transaction.sequence };
  const both = handedOver(recordOf(from) as PositionRecord, recordOf(to), sent);
  return [
    [from, both.from],
    [to, both.to],
  ];
}
