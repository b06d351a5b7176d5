// What an account holds, by lots, and what it has realised.
import type { Account, PoolAddress, TokenAddress } from '../amount.ts';
import { mulDivDown } from '../maths/rounding.ts';
import type { Posted } from '../settle/instruction.ts';
import { Disposed } from './disposed.ts';
import type { Part } from './lot.ts';
import { type Lots, Mark, QuoteLots, TokenLots } from './lots.ts';
import { PackedLots } from './packed-lots.ts';
import { Position } from './position.ts';
import { type DayAverages, type Valuing, type Worth, worthOf } from './worth.ts';

/** A transaction with what is known of its day. */
export type Dated = { readonly posted: Posted; readonly averages: DayAverages };

/**
 * `disposal`: given away for something. `surplus` and `loss`: a withdrawal of liquidity that returned more, or less, than was put in, of both
 * tokens. `income`: fees received. `out`: withdrawn or sent, with its cost.
 */
export type EntryType = 'disposal' | 'surplus' | 'loss' | 'income' | 'out';

/** A line of the report. Proceeds and cost are null if they are unknown or, as the proceeds of what is withdrawn, do not exist. */
export type GainEntry = {
  readonly posted: Posted;
  readonly type: EntryType;
  readonly token: TokenAddress;
  readonly units: bigint;
  readonly proceeds: bigint | null;
  readonly cost: bigint | null;
  /** When the first and the last of its lots were acquired; null for the quote token, which has no lots, and for income. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** How the cost was found. */
  readonly marks: number;
  /** Whether the proceeds are exact, an average, or an average of little trade. */
  readonly proceedsBy: 'exact' | 'average' | 'thin';
};

/** The gain or loss of a line; null if it is unknown, or if there is none. */
export const gainOf = ({ type, proceeds, cost }: GainEntry): bigint | null =>
  type === 'income' || type === 'out' || proceeds === null || cost === null ? null : proceeds - cost;

/** True for a line that totals must leave out, since a price or a cost is unknown. */
export const isUnknown = ({ type, proceeds, cost }: GainEntry): boolean =>
  type === 'income' ? proceeds === null : type !== 'out' && (proceeds === null || cost === null);

const EXACT = 0;

export class Books {
  readonly account: Account;
  readonly valuing: Valuing;
  readonly tokens = new Map<TokenAddress, Lots>();
  readonly positions = new Map<PoolAddress, Position>();
  /** The lots that left by transfers, for their recipients: see `Parcel`. */
  readonly sent = new PackedLots();
  /** Lines that nobody has fetched yet. */
  entries: GainEntry[] = [];
  /** Lots that were moved, as a measure of the work. */
  work = 0;

  constructor(account: Account, valuing: Valuing) {
    this.account = account;
    this.valuing = valuing;
  }

  lots(token: TokenAddress): Lots {
    let lots = this.tokens.get(token);
    if (!lots) {
      lots = token === this.valuing.unit ? new QuoteLots() : new TokenLots();
      this.tokens.set(token, lots);
    }
    return lots;
  }

  position(pool: PoolAddress): Position {
    let position = this.positions.get(pool);
    if (!position) {
      position = new Position();
      this.positions.set(pool, position);
    }
    return position;
  }

  worth(units: bigint, token: TokenAddress, { averages }: Dated): Worth {
    return worthOf(units, token, this.valuing, averages);
  }

  /** A new lot; without `worth`, its cost is unknown. */
  acquire({ posted }: Dated, token: TokenAddress, units: bigint, worth: Worth, mark: number = Mark.average): void {
    const { sequence, createdAtMs: atMs } = posted;
    const isExact = worth !== null && !worth.isAverage;
    const marks = isExact ? EXACT : mark | (worth?.isThin ? Mark.thin : 0);
    this.lots(token).add({ units, cost: worth?.amount ?? null, sequence, atMs, marks });
  }

  dispose(token: TokenAddress, units: bigint): Disposed {
    const disposed = new Disposed();
    this.lots(token).take(units, disposed);
    this.work += disposed.lots;
    return disposed;
  }

  /** Reports what left: one line for the lots with a known cost, and one for the others, to which a part of the proceeds goes, rounded down. */
  report(dated: Dated, type: EntryType, token: TokenAddress, { known, unknown }: Disposed, worth: Worth): void {
    const proceeds = worth?.amount ?? null;
    const units = known.units + unknown.units;
    const ofUnknown = proceeds === null || units === 0n ? null : mulDivDown(proceeds, unknown.units, units);
    const ofKnown = proceeds === null || ofUnknown === null ? null : proceeds - ofUnknown;
    if (known.units > 0n) this.#add(dated, type, token, known, { cost: known.cost, proceeds: ofKnown, worth });
    if (unknown.units > 0n) this.#add(dated, type, token, unknown, { cost: null, proceeds: ofUnknown, worth });
  }

  /** Reports what came without being paid for, and adds it as a lot. */
  receive(dated: Dated, type: 'surplus' | 'income', token: TokenAddress, units: bigint): void {
    if (units === 0n) return;
    const worth = this.worth(units, token, dated);
    this.acquire(dated, token, units, worth, type === 'income' ? Mark.income : Mark.average);
    const part = { units, firstMs: null, lastMs: null, marks: EXACT };
    this.#add(dated, type, token, part, { cost: 0n, proceeds: worth?.amount ?? null, worth });
  }

  #add(
    { posted }: Dated,
    type: EntryType,
    token: TokenAddress,
    { units, firstMs, lastMs, marks }: Omit<Part, 'cost'>,
    { cost, proceeds, worth }: Pick<GainEntry, 'cost' | 'proceeds'> & { readonly worth: Worth },
  ): void {
    // Lots of the quote token that came with a position have a time, but its units are all alike.
    const lots =
      token === this.valuing.unit ? { firstMs: null, lastMs: null, marks: EXACT } : { firstMs, lastMs, marks };
    const proceedsBy = worth?.isThin ? 'thin' : worth?.isAverage ? 'average' : 'exact';
    this.entries.push({ posted, type, token, units, proceeds, cost, ...lots, proceedsBy });
  }
}
