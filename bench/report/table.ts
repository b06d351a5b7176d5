// The end of a run: each row with its meaning, then the table of bars.
import { thousands } from '../rounds.ts';
import type { Finding, Found, Row, Spread } from '../row.ts';

const HEAD = ['row', 'what', 'figure', 'spread', 'bar', 'aim', ''];

/** The sides of each row and what it means, for those who want to know more than the table of bars tells. */
export const details = (findings: readonly Finding[]): string => findings.map(detail).join('\n');

function detail(finding: Finding): string {
  if ('missing' in finding) return `${finding.row.name}: not measured: ${finding.missing}`;
  const { row, sides, repeatedShare } = finding;
  const repeated =
    repeatedShare === undefined ? '' : ` ${show(100 * repeatedShare)} % of the questions had been asked before.`;
  return `${row.name}: ${sides && `${sides}. `}${row.means}${repeated}`;
}

/** The figure of each row beside its bar. */
export function table(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

function cells(finding: Finding): string[] {
  const { name, title, bar, aim, lowerIsBetter } = finding.row;
  const limits = [bar, aim].map((limit) => (limit === undefined ? '' : `${lowerIsBetter ? '≤' : '≥'} ${show(limit)}`));
  if ('missing' in finding) return [name, title, '-', '-', ...limits, 'not measured'];
  return [name, title, withUnit(finding), spread(finding), ...limits, verdict(finding)];
}

const spread = ({ low, high }: Spread): string => (low === high ? '' : `${show(low)} to ${show(high)}`);

function verdict({ row, median }: Found): string {
  if (row.bar === undefined) return 'informs';
  const reaches = (limit: number) => (row.lowerIsBetter ? median <= limit : median >= limit);
  if (!reaches(row.bar)) return 'NOT MET';
  return row.aim !== undefined && reaches(row.aim) ? 'aim met' : 'met';
}

const withUnit = ({ row, median }: Found): string => show(median) + unitOf(row);
const unitOf = ({ unit }: Row): string => (unit === '×' ? unit : ` ${unit}`);

/** Formats a value with three significant digits, or with all digits before the decimal point if there are more. */
function show(value: number): string {
  if (Number.isInteger(value) || value >= 1000) return thousands(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
