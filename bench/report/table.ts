// The one table at the end, and what each row of it means.
import { thousands } from '../rounds.ts';
import type { Finding, Found, Row } from '../row.ts';

const HEAD = ['row', 'what', 'median', 'spread', 'bar', 'aim', '', 'sides'];

export function table(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd();
  const meanings = findings.map(({ row }) => `${row.name}: ${row.means}`);
  return `${rows.map(line).join('\n')}\n\n${meanings.join('\n')}`;
}

function cells(finding: Finding): string[] {
  const { name, title, bar, aim } = finding.row;
  const limits = [bar, aim].map((limit) => (limit === undefined ? '' : String(limit)));
  if ('missing' in finding) return [name, title, '-', '-', ...limits, 'not measured', finding.missing];
  const spread = finding.low === finding.high ? '' : `${show(finding.low)} to ${show(finding.high)}`;
  return [name, title, withUnit(finding), spread, ...limits, verdict(finding), finding.sides];
}

export function verdict({ row, median }: Found): string {
  if (row.bar === undefined) return 'informs';
  const reaches = (limit: number) => (row.lowerIsBetter ? median <= limit : median >= limit);
  if (!reaches(row.bar)) return row.lowerIsBetter ? 'OVER LIMIT' : 'BELOW BAR';
  return row.aim !== undefined && reaches(row.aim) ? 'reaches aim' : 'reaches bar';
}

const withUnit = ({ row, median }: Found): string => show(median) + unitOf(row);
const unitOf = ({ unit }: Row): string => (unit === '×' ? unit : ` ${unit}`);

/** Three digits that matter, or all before the point. */
export function show(value: number): string {
  if (Number.isInteger(value) || value >= 1000) return thousands(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
