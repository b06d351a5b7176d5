// Counts the rows of a PostgreSQL database.
import type { Figures } from '../../ports/store.ts';
import { type FiguresRow, figuresColumns, toFigures } from '../sql/figures.ts';
import type { Connection } from './connection.ts';
import { NOW_MS } from './database.ts';

export async function figuresOf(sql: Connection): Promise<Figures> {
  const [row] = await sql<(FiguresRow & { bytes: number })[]>`
    SELECT ${sql.unsafe(figuresColumns(NOW_MS))}, pg_database_size(current_database()) AS bytes FROM head`;
  return toFigures(row as FiguresRow, row?.bytes ?? 0);
}
