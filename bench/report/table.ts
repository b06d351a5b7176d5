// The table at the end of a run, with the meaning of each row.
import { thousands } from '../rounds.ts';
import type { Finding, Found, Row, Spread } from '../row.ts';

const HEAD = ['row', 'what', 'median', 'spread', 'bar', 'aim', '', '÷ bare that waits a turn', 'repeated', 'sides'];
const COLUMNS = [
  '÷ bare that waits a turn: the same rounds against bare routes whose requests of one turn of the event loop wait for its end together, as the exchange’s do. The bar and the aim are set against the route that answers at once.',
  'repeated: the part of the questions whose very bytes the exchange had been sent before, as the generator counted; only such can be answered by a cache of answers.',
];

export function table(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd();
  const meanings = [...COLUMNS, ...findings.map(({ row }) => `${row.name}: ${row.means}`)];
  return `${rows.map(line).join('\n')}\n\n${meanings.join('\n')}`;
}

function cells(finding: Finding): string[] {
  const { name, title, bar, aim } = finding.row;
  const limits = [bar, aim].map((limit) => (limit === undefined ? '' : String(limit)));
  if ('missing' in finding) return [name, title, '-', '-', ...limits, 'not measured', '', '', finding.missing];
  const { byWaiting, repeatedShare, sides } = finding;
  const waiting = byWaiting ? `${show(byWaiting.median)}×, ${spread(byWaiting)}` : '';
  const repeated = repeatedShare === undefined ? '' : `${show(100 * repeatedShare)} %`;
  return [name, title, withUnit(finding), spread(finding), ...limits, verdict(finding), waiting, repeated, sides];
}

const spread = ({ low, high }: Spread): string => (low === high ? '' : `${show(low)} to ${show(high)}`);

export function verdict({ row, median }: Found): string {
  if (row.bar === undefined) return 'informs';
  const reaches = (limit: number) => (row.lowerIsBetter ? median <= limit : median >= limit);
  if (!reaches(row.bar)) return row.lowerIsBetter ? 'OVER LIMIT' : 'BELOW BAR';
  return row.aim !== undefined && reaches(row.aim) ? 'reaches aim' : 'reaches bar';
}

const withUnit = ({ row, median }: Found): string => show(median) + unitOf(row);
const unitOf = ({ unit }: Row): string => (unit === '×' ? unit : ` ${unit}`);

/** Formats a value with three significant digits, or with all digits before the decimal point if there are more. */
export function show(value: number): string {
  if (Number.isInteger(value) || value >= 1000) return thousands(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
