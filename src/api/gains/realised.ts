// Totals of the lines of a report.
import type { TokenAddress } from '../../core/amount.ts';
import { type GainEntry, gainOf, isUnknown } from '../../core/gains/books.ts';
import { Mark } from '../../core/gains/lots.ts';

export type Sums = { proceeds: bigint; cost: bigint; income: bigint; count: number; thin: number; unknown: number };

export const noSums = (): Sums => ({ proceeds: 0n, cost: 0n, income: 0n, count: 0, thin: 0, unknown: 0 });

export class Realised {
  readonly total = noSums();
  readonly tokens = new Map<TokenAddress, Sums>();

  add(entry: GainEntry): void {
    if (entry.type === 'out') return;
    const known = this.tokens.get(entry.token) ?? noSums();
    this.tokens.set(entry.token, known);
    for (const sums of [this.total, known]) addTo(sums, entry);
  }
}

function addTo(sums: Sums, entry: GainEntry): void {
  sums.count += 1;
  if (isUnknown(entry)) {
    sums.unknown += 1;
    return;
  }
  if (entry.proceedsBy === 'thin' || (entry.marks & Mark.thin) !== 0) sums.thin += 1;
  if (entry.type === 'income') sums.income += entry.proceeds ?? 0n;
  else if (gainOf(entry) !== null) {
    sums.proceeds += entry.proceeds ?? 0n;
    sums.cost += entry.cost ?? 0n;
  }
}

/** Tells whether a time is in a year (UTC); every time is if there is no year. */
export function inYear(year: number | null): (ms: number) => boolean {
  if (year === null) return () => true;
  const [from, to] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  return (ms) => ms >= from && ms < to;
}
