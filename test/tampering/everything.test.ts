// Somebody who can write to the database changes one thing, with all checksums made to fit: each change is noticed, or is on the list of
// what is not promised. Tables and columns are read from the database, so that a new one cannot be forgotten.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import type { BroughtCheckpoint } from '../../src/audit/log.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openStore } from '../exchange-file.ts';
import { createDatabase } from '../postgres/database.ts';
import { OPTIONS } from '../store-contract/on-postgres.ts';
import { POLICY } from '../store-contract/site.ts';
import { backUp, KEY, prepare } from './exchange.ts';
import { EMPTY, NOT_PROMISED } from './not-promised.ts';
import { type Change, postgresSite, sqliteSite, type Table, type TamperSite } from './sites.ts';

/** All ways to change a table: each column of a row, a row that is gone, doubled, or has the values of another. */
function changesOf({ name: table, columns, keys, rows, otherThan }: Table): readonly Change[] {
  if (rows === 0) return [];
  const row = (at: number) => `(${keys}) = (SELECT ${keys} FROM ${table} ORDER BY ${keys} LIMIT 1 OFFSET ${at})`;
  const middle = Math.floor(rows / 2);
  const change = (name: string, sql: string) => ({ table, name: `${table}: ${name}`, sql });
  const doubled = columns.map((column) => (column === keys.at(-1) ? otherThan(column) : column));
  const others = columns.filter((column) => !keys.includes(column));
  return [
    ...columns.map((column) =>
      change(`another ${column}`, `UPDATE ${table} SET ${column} = ${otherThan(column)} WHERE ${row(middle)}`),
    ),
    change('a row is gone', `DELETE FROM ${table} WHERE ${row(middle)}`),
    change('a row is doubled', `INSERT INTO ${table} (${columns}) SELECT ${doubled} FROM ${table} WHERE ${row(0)}`),
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

/** What the audits say: a full one with a checkpoint, and one from where the last one ended. */
async function saidOf(store: TamperSite, brought: BroughtCheckpoint): Promise<string> {
  let said = 'passed';
  const onFull = (why: string) => {
    said = `it reads everything, since ${why}`;
  };
  try {
    await audit(store, () => {}, { brought, keyText: KEY });
    await audit(store, () => {}, { chain: { nowMs: Date.now(), fullEveryMs: 86_400_000, onFull }, keyText: KEY });
    return said;
  } catch (error) {
    return (error as Error).message;
  }
}

type Given = { readonly site: TamperSite; readonly brought: BroughtCheckpoint };

const PLACES: Readonly<Record<string, (folder: string) => Promise<Given>>> = {
  async 'SQLite file'(folder) {
    const path = join(folder, 'exchange.db');
    const brought = await prepare(await openStore(path), folder);
    return { site: sqliteSite(path), brought };
  },
  async backup(folder) {
    const [path, backup] = [join(folder, 'exchange.db'), join(folder, 'backup.db')];
    const store = await openStore(path);
    const brought = await prepare(store, folder, (filled) => backUp(filled, backup));
    return { site: sqliteSite(backup), brought };
  },
  async 'PostgreSQL database'(folder) {
    const { url, drop } = await createDatabase();
    const brought = await prepare(await openPostgresStore({ url, ...OPTIONS, policy: POLICY }), folder);
    const site = await postgresSite(url);
    const close = async () => {
      await site.close();
      await drop();
    };
    return { site: { ...site, close }, brought };
  },
};

const isPromised = (place: string, { table, name }: Change): boolean =>
  [table, name, `${place} ${name}`].every((key) => !(key in NOT_PROMISED));

test.each([
  ['SQLite file', 'passed'],
  ['backup', 'it reads everything, since no earlier audit has stated where the next one may start'],
  ['PostgreSQL database', 'passed'],
] as const)('in a %s, every change is noticed, or is not promised', { timeout: 240_000 }, async (place, sound) => {
  const folder = mkdtempSync(join(tmpdir(), 'millpond-'));
  const { site, brought } = await (PLACES[place] as (typeof PLACES)[string])(folder);
  try {
    expect(await saidOf(site, brought)).toBe(sound);
    const tables = await site.tables();
    const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
    if (place !== 'backup') expect(empty.toSorted()).toEqual(Object.keys(EMPTY).toSorted());
    const [unnoticed, noticed]: [string[], string[]] = [[], []];
    for (const change of tables.flatMap(changesOf)) {
      if (!(await site.tamper(change))) continue;
      const said = await saidOf(site, brought);
      if ((said === sound) === isPromised(place, change))
        (said === sound ? unnoticed : noticed).push(`${change.name}: ${said}`);
    }
    expect({ unnoticed, noticedThoughNotPromised: noticed }).toEqual({ unnoticed: [], noticedThoughNotPromised: [] });
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
});
