// Somebody who can write to the database changes one thing, with all checksums made to fit: each change is noticed, or is on the list of
// what is not promised. Tables and columns are read from the database, so that a new one cannot be forgotten.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { openJournal } from '../../src/store/sqlite/journal.ts';
import { proveAll } from '../exchange-file.ts';
import { KEY, type Prepared, prepare } from './exchange.ts';
import { EMPTY, NOT_PROMISED } from './not-promised.ts';

let folder: string;
let prepared: Prepared;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millpond-'));
  prepared = await prepare(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Change = { readonly table: string; readonly name: string; readonly sql: string };

/** All ways to change a table: each column of a row, a row that is gone, doubled, or has the values of another. */
const changesOf = (db: DatabaseSync): readonly Change[] => tablesOf(db).flatMap((table) => changesOfTable(db, table));

const tablesOf = (db: DatabaseSync): readonly string[] =>
  db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));

function changesOfTable(db: DatabaseSync, table: string): readonly Change[] {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string; pk: number }[];
  const [count] = db.prepare(`SELECT count(*) AS rows FROM ${table}`).all() as { rows: number }[];
  const rows = count?.rows ?? 0;
  if (rows === 0) return [];
  const names = columns.map(({ name }) => name);
  const inKey = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const keys = inKey.length > 0 ? inKey : ['rowid'];
  const row = (at: number) => `(${keys}) = (SELECT ${keys} FROM ${table} ORDER BY ${keys} LIMIT 1 OFFSET ${at})`;
  const middle = Math.floor(rows / 2);
  const change = (name: string, sql: string) => ({ table, name: `${table}: ${name}`, sql });
  const otherThan = (column: string) =>
    `CASE typeof(${column}) WHEN 'integer' THEN ${column} + 1 WHEN 'blob' THEN zeroblob(length(${column})) WHEN 'null' THEN 1 ELSE ${column} || '1' END`;
  const doubled = names.map((column) => (column === keys.at(-1) ? otherThan(column) : column));
  const others = names.filter((column) => !keys.includes(column));
  return [
    ...names.map((column) =>
      change(`another ${column}`, `UPDATE ${table} SET ${column} = ${otherThan(column)} WHERE ${row(middle)}`),
    ),
    change('a row is gone', `DELETE FROM ${table} WHERE ${row(middle)}`),
    change('a row is doubled', `INSERT INTO ${table} (${names}) SELECT ${doubled} FROM ${table} WHERE ${row(0)}`),
    ...(rows > 1 && others.length > 0
      ? [
          change(
            'a row has the values of another',
            `UPDATE ${table} SET (${others}) = (SELECT ${others} FROM ${table} WHERE ${row(0)}) WHERE ${row(rows - 1)}`,
          ),
        ]
      : []),
  ];
}

/** The rows of a table, to tell whether a change was one. */
const rowsOf = (db: DatabaseSync, table: string): string => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all());

/** Changes a copy of the file. False if nothing is different, or if the database refuses. */
function tamper(path: string, { table, sql }: Change): boolean {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    const before = rowsOf(db, table);
    db.exec(sql);
    proveAll(db);
    return rowsOf(db, table) !== before;
  } catch (error) {
    if ((error as Error).message.includes('constraint failed')) return false;
    throw error;
  } finally {
    db.close();
  }
}

/** What the audits say: a full one with a checkpoint, and one from where the last one ended. */
async function saidOf(path: string): Promise<string> {
  const store = { openJournal: (how = {}) => openJournal({ path, busyTimeoutMs: 60_000, ...how }) };
  let said = 'passed';
  const onFull = (why: string) => {
    said = `it reads everything, since ${why}`;
  };
  try {
    await audit(store, () => {}, { brought: prepared.brought, keyText: KEY });
    await audit(store, () => {}, { chain: { nowMs: Date.now(), fullEveryMs: 86_400_000, onFull }, keyText: KEY });
    return said;
  } catch (error) {
    return (error as Error).message;
  }
}

const isPromised = (place: string, { table, name }: Change): boolean =>
  [table, name, `${place} ${name}`].every((key) => !(key in NOT_PROMISED));

test.each([
  ['live', 'passed'],
  ['backup', 'it reads everything, since no earlier audit has stated where the next one may start'],
] as const)('in a %s file, every change is noticed, or is not promised', { timeout: 240_000 }, async (place, sound) => {
  const path = join(folder, 'changed.db');
  copyFileSync(prepared[place], path);
  expect(await saidOf(path)).toBe(sound);
  const db = new DatabaseSync(path);
  const changes = changesOf(db);
  const empty = tablesOf(db).filter((table) => rowsOf(db, table) === '[]');
  db.close();
  if (place === 'live') expect(empty.toSorted()).toEqual(Object.keys(EMPTY).toSorted());
  const [unnoticed, noticed]: [string[], string[]] = [[], []];
  for (const change of changes) {
    copyFileSync(prepared[place], path);
    if (!tamper(path, change)) continue;
    const said = await saidOf(path);
    if ((said === sound) === isPromised(place, change))
      (said === sound ? unnoticed : noticed).push(`${change.name}: ${said}`);
  }
  expect({ unnoticed, noticedThoughNotPromised: noticed }).toEqual({ unnoticed: [], noticedThoughNotPromised: [] });
});
