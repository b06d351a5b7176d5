// Counts the rows of an SQLite file.
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Figures } from '../../ports/store.ts';
import { type FiguresRow, figuresColumns, toFigures } from '../sql/figures.ts';

export function figuresOf(db: DatabaseSync, path: string): Figures {
  const row = db.prepare(`SELECT ${figuresColumns("unixepoch('subsec') * 1000")} FROM head`).get() as FiguresRow;
  const sizes = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
  return toFigures(
    row,
    sizes.reduce((sum, size) => sum + size, 0),
  );
}
