// Counting in an SQLite file.
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Figures } from '../../ports/store.ts';
import { FIGURES_COLUMNS, type FiguresRow, toFigures } from '../rows/figures.ts';

export function figuresOf(db: DatabaseSync, path: string): Figures {
  const row = db.prepare(`SELECT ${FIGURES_COLUMNS} FROM head`).get() as FiguresRow;
  const sizes = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
  return toFigures(
    row,
    sizes.reduce((sum, size) => sum + size, 0),
  );
}
