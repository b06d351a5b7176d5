// Audits the market data: every row is recomputed and compared as of the transaction that its pool's figures name.
import { isDeepStrictEqual } from 'node:util';
import type { PoolAddress } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import { type HopReceipt, hopsOf } from '../core/commands/swap-receipt.ts';
import type { CandleRow } from '../core/market/candle.ts';
import type { PoolFigures } from '../core/market/figures.ts';
import type { PositionRecord } from '../core/market/position.ts';
import type { Pool } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { CountedMarket, SwapsPiece } from '../ports/projection.ts';
import type { Journal } from '../ports/store.ts';
import { changeInside, takenInside } from './inside.ts';
import { OrderRecordsCheck } from './order-records.ts';
import type { Point } from './point.ts';
import { ListSum, type PoolHolding, PoolRecount, type SavedPool, type SwapFees } from './pool.ts';
import { PositionRecount } from './position.ts';

/** The number of candles looked up at once. */
const AT_ONCE = 500;

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class MarketCheck {
  readonly #stored: CountedMarket;
  readonly #head: number;
  readonly #heldBy: (pool: Pool) => PoolHolding;
  readonly #pools = new Map<PoolAddress, PoolRecount>();
  /** By pool number: the stored figures. All rows of a pool are compared as of their sequence, since they are written together. */
  readonly #figures = new Map<number, PoolFigures>();
  readonly #positions = new Map<string, PositionRecount>();
  readonly #orders: OrderRecordsCheck;
  #due: { readonly of: PoolRecount; readonly row: CandleRow }[] = [];
  #candles = 0;
  /** The transaction after which the audit starts. */
  readonly #after: number;

  /** `heldBy` returns a pool's reserves after the transaction that is being added. */
  constructor({ market, head, pools, tokens }: Journal, heldBy: (pool: Pool) => PoolHolding, start?: Point) {
    this.#stored = market;
    this.#after = start?.head.asOf ?? 0;
    this.#orders = new OrderRecordsCheck(market, start?.saved.orderRecords, this.#after);
    this.#head = head;
    this.#heldBy = heldBy;
    const decimals = new Map(tokens.map((token) => [token.address, token.decimals]));
    for (const pool of pools) {
      const [decimals0, decimals1] = [decimals.get(pool.token0) ?? 0, decimals.get(pool.token1) ?? 0];
      this.#pools.set(pool.address, new PoolRecount({ ...pool, decimals0, decimals1 }));
    }
    const saved: SavedMarket = start?.saved ?? { figures: [], positions: [] };
    for (const figures of saved.figures) this.#pools.get(figures.pool as PoolAddress)?.restore(figures);
    for (const [account, pool, record] of saved.positions) this.#position(account, pool).restore(record);
  }

  save(): SavedMarket & { readonly orderRecords: Iterable<unknown> } {
    return {
      figures: Array.from(this.#pools.values(), (pool) => pool.save()).filter((saved) => saved !== undefined),
      positions: Array.from(this.#positions, ([key, { record }]) => {
        const [account = '', pool] = key.split('\n');
        return [account, pool as PoolAddress, record] as const;
      }),
      orderRecords: this.#orders.save(),
    };
  }

  begin(): Promise<string | undefined> {
    return readable(async () => {
      const { cursor } = this.#stored;
      if (cursor > this.#head) return `the market is said to be counted up to ${cursor}, where nothing is`;
      const cursors = await this.#stored.countCursors();
      if (cursors !== 1) return `it is said ${cursors} times how far the market is counted`;
      for await (const { pool, figures } of this.#stored.figures()) this.#figures.set(pool, figures);
      let wrong: string | undefined;
      for (const recount of this.#pools.values()) if (recount.figures) wrong ??= this.#compareStart(recount);
      return wrong;
    });
  }

  /** Must be called with every transaction, in order. */
  async add(transaction: Posted): Promise<string | undefined> {
    const { receipt } = transaction;
    let wrong: string | undefined;
    this.#orders.add(transaction);
    if (receipt.kind === 'swap') {
      for (const hop of hopsOf(receipt)) wrong ??= this.#count(hop.pool, transaction, takenBy(hop));
    } else {
      const pool = poolOfLp(receipt);
      wrong = pool && this.#count(pool, transaction, takenInside(receipt));
    }
    return wrong ?? (this.#due.length >= AT_ONCE ? readable(() => this.#compareDue()) : undefined);
  }

  finish(): Promise<string | undefined> {
    return readable(
      async () =>
        (await this.#compareDue()) ??
        this.#unreached() ??
        (await this.#compareCount()) ??
        (await this.#comparePositions()) ??
        (await this.#compareSwaps()) ??
        (await this.#orders.finish()),
    );
  }

  #count(address: PoolAddress, transaction: Posted, taken: SwapFees | undefined): string | undefined {
    const recount = this.#pools.get(address);
    if (!recount) return undefined;
    const { sequence } = transaction;
    const stored = this.#figures.get(recount.pool.number);
    if (!stored || sequence > stored.sequence) {
      const isMissed = sequence <= this.#stored.cursor;
      return isMissed ? `transaction ${sequence} is not counted in the figures of the pool ${address}` : undefined;
    }
    const before = recount.figures;
    const ended = recount.add(this.#heldBy(recount.pool), transaction, taken);
    this.#move(transaction, recount, before, recount.figures as PoolFigures);
    this.#expect(recount, ended);
    return this.#compareFigures(recount);
  }

  /** A pool that the last audit knew may not have changed since, but its figures are stored. */
  #compareStart(recount: PoolRecount): string | undefined {
    const { number, address } = recount.pool;
    return this.#figures.has(number) ? this.#compareFigures(recount) : `the figures of the pool ${address} are missing`;
  }

  /** If the stored rows of a pool are those of its last transaction so far. */
  #compareFigures(recount: PoolRecount): string | undefined {
    const { pool, figures } = recount;
    const stored = this.#figures.get(pool.number);
    if (!figures || stored?.sequence !== figures.sequence) return undefined;
    this.#expect(recount, recount.open());
    return isDeepStrictEqual(figures, stored)
      ? undefined
      : `the figures of the pool ${pool.address} are not what its transactions up to ${figures.sequence} come to`;
  }

  #move({ receipt, sequence }: Posted, of: PoolRecount, before: PoolHolding = NONE, after: PoolHolding): void {
    if (receipt.kind === 'transfer' && 'pool' in receipt) {
      const { account, to, pool, amount } = receipt;
      this.#position(account, pool).send(amount, this.#position(to, pool), sequence);
      return;
    }
    if (receipt.kind !== 'provide' && receipt.kind !== 'refund') return;
    const position = this.#position(receipt.account, receipt.pool);
    // The change of the reserves without the inner swap.
    const { change0, change1 } = changeInside(receipt);
    const [into0, into1] = [after.reserve0 - before.reserve0 - change0, after.reserve1 - before.reserve1 - change1];
    const { kind, lpTokens } = receipt;
    const moved =
      kind === 'provide'
        ? { lpTokens, amount0: into0, amount1: into1 }
        : { lpTokens, amount0: -into0, amount1: -into1 };
    if (kind === 'provide') position.provide(moved, after, of.pool, sequence);
    else position.refund(moved, before, of.pool, sequence);
  }

  #position(account: string, pool: PoolAddress): PositionRecount {
    const key = `${account}\n${pool}`;
    const position = this.#positions.get(key) ?? new PositionRecount();
    this.#positions.set(key, position);
    return position;
  }

  #expect(of: PoolRecount, rows: readonly CandleRow[]): void {
    for (const row of rows) this.#due.push({ of, row });
  }

  async #compareDue(): Promise<string | undefined> {
    const due = this.#due.splice(0);
    this.#candles += due.length;
    const keys = due.map(({ of, row }) => ({ ...row, pool: of.pool.number }));
    const found = await this.#stored.candles(keys);
    const wrong = due.find(({ row }, index) => !isDeepStrictEqual(row, found[index]));
    if (!wrong) return undefined;
    const { intervalMs, startMs } = wrong.row;
    const [minutes, from] = [intervalMs / 60_000, new Date(startMs).toISOString()];
    return `the candle of ${minutes} min from ${from} of the pool ${wrong.of.pool.address} is not what its transactions come to`;
  }

  #unreached(): string | undefined {
    const byNumber = new Map(Array.from(this.#pools.values(), (recount) => [recount.pool.number, recount]));
    for (const [number, { sequence }] of this.#figures) {
      const recount = byNumber.get(number);
      if (!recount) return `figures are stored for the pool with the number ${number}, which is not there`;
      if (recount.figures?.sequence !== sequence)
        return `the figures of the pool ${recount.pool.address} are of transaction ${sequence}, which did not change it`;
    }
    return undefined;
  }

  /** Only if the audit reads everything: to count all candles is to read them. */
  async #compareCount(): Promise<string | undefined> {
    if (this.#after > 0) return undefined;
    const stored = await this.#stored.countCandles();
    return stored === this.#candles ? undefined : `${stored} candles are stored, but it should be ${this.#candles}`;
  }

  async #comparePositions(): Promise<string | undefined> {
    let left = this.#positions.size;
    for await (const { account, pool, record } of this.#stored.positions()) {
      const counted = this.#positions.get(`${account}\n${pool}`);
      if (!isDeepStrictEqual(counted?.record, record))
        return `the position of ${account} in the pool ${pool} is not what its transactions come to`;
      left -= 1;
    }
    return left === 0 ? undefined : `${left} positions are not stored`;
  }

  async *#swaps(): AsyncIterable<SwapsPiece> {
    if (this.#after === 0) yield* this.#stored.swaps();
    else
      for (const { pool, swaps } of this.#pools.values())
        if (swaps.count > 0) yield* await this.#stored.swapsAfter(pool.number, this.#after);
  }

  async #compareSwaps(): Promise<string | undefined> {
    const listed = new Map<number, { readonly sum: ListSum; oldest: number }>();
    for await (const { pool, first, last, sequences } of this.#swaps()) {
      if (first !== sequences[0] || last !== sequences.at(-1))
        return `the swaps of the pool with the number ${pool} from ${first} to ${last} are others`;
      const list = listed.get(pool) ?? { sum: new ListSum(), oldest: Number.POSITIVE_INFINITY };
      listed.set(pool, list);
      // If two pieces overlap, the later one contains everything in its range.
      for (const sequence of sequences.filter((one) => one < list.oldest && one > this.#after).toReversed())
        list.sum.addBefore(sequence);
      list.oldest = Math.min(list.oldest, sequences[0] ?? list.oldest);
    }
    for (const { pool, swaps } of this.#pools.values()) {
      const sum = listed.get(pool.number)?.sum ?? new ListSum();
      if (!sum.equals(swaps)) return `the list of swaps of the pool ${pool.address} is not that of the journal`;
      listed.delete(pool.number);
    }
    const [number] = listed.keys();
    return number === undefined
      ? undefined
      : `swaps are listed of the pool with the number ${number}, which is not there`;
  }
}

type SavedMarket = {
  readonly figures: readonly SavedPool[];
  readonly positions: readonly (readonly [account: string, pool: PoolAddress, record: PositionRecord])[];
};

const NONE: PoolHolding = { reserve0: 0n, reserve1: 0n, supply: 0n };

/** The pool whose LP tokens a transaction minted, burned or moved. */
function poolOfLp(receipt: Receipt): PoolAddress | undefined {
  if (receipt.kind === 'provide' || receipt.kind === 'refund') return receipt.pool;
  return receipt.kind === 'transfer' && 'pool' in receipt ? receipt.pool : undefined;
}

const takenBy = ({ fees }: HopReceipt): SwapFees => ({ lp: fees.lp, others: fees.protocol + fees.ref });

/** Reports a stored number that cannot be parsed as a fault instead of throwing. */
async function readable(compare: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return `what is counted of the market cannot be read (${error.message})`;
  }
}
