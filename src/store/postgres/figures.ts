// Counting in a PostgreSQL database.
import type { Figures } from '../../ports/store.ts';
import { FIGURES_COLUMNS, type FiguresRow, toFigures } from '../rows/figures.ts';
import type { Connection } from './connection.ts';

export async function figuresOf(sql: Connection): Promise<Figures> {
  const [row] = await sql<(FiguresRow & { bytes: number })[]>`
    SELECT ${sql.unsafe(FIGURES_COLUMNS)}, pg_database_size(current_database()) AS bytes FROM head`;
  return toFigures(row as FiguresRow, row?.bytes ?? 0);
}
