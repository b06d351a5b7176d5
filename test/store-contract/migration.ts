// Migrations, with made-up ones: a newer program upgrades the schema it finds, or changes nothing; a database from before the first release is refused.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { BASE_VERSION, type Migration } from '../../src/store/migrations.ts';
import { swap } from '../paper-orders.ts';
import { headOf, post, type Site } from './site.ts';

const ADDS_A_COLUMN: Migration = {
  letsOlderGoOn: true,
  sql: `ALTER TABLE tokens ADD COLUMN colour TEXT; UPDATE tokens SET colour = 'of ' || symbol`,
};
const ADDS_A_TABLE: Migration = { letsOlderGoOn: true, sql: 'CREATE TABLE colours (name TEXT)' };
const EXCLUDES_OLDER: Migration = { letsOlderGoOn: false, sql: 'ALTER TABLE colours ADD COLUMN shade TEXT' };

const broughtTo = (version: number, from = BASE_VERSION) =>
  expect.stringMatching(RegExp(`^its schema was brought from version ${from} to ${version} in \\d+ ms$`));

export function migration(site: Site): void {
  describe('a newer program', () => {
    test('brings the schema up to date once, one migration after another, and keeps every row', async () => {
      const store = await site.openMarket();
      const { factory } = store;
      await site.close(store);
      expect(await site.place.upgrade(ADDS_A_COLUMN)).toEqual(broughtTo(BASE_VERSION + 1));
      expect(await site.place.upgrade(ADDS_A_COLUMN)).toBeUndefined();
      const newer = [ADDS_A_COLUMN, ADDS_A_TABLE, { ...EXCLUDES_OLDER, letsOlderGoOn: true }];
      expect(await site.place.upgrade(...newer)).toEqual(broughtTo(BASE_VERSION + 3, BASE_VERSION + 1));
      expect(await site.place.ask('SELECT colour FROM tokens ORDER BY symbol')).toEqual(
        ['of APPLE', 'of BREAD', 'of CORN'].map((colour) => ({ colour })),
      );
      expect(await site.place.ask('SELECT shade FROM colours')).toEqual([]);
      const older = await site.open();
      expect([older.factory, await headOf(older)]).toEqual([factory, 7]);
      expect(await audit(older, () => {})).toMatchObject({ transactions: 7 });
      expect(await post(older, swap(10n))).toMatchObject([{ sequence: 8 }]);
      // A program that knows fewer migrations than the schema has leaves it alone.
      expect(await site.place.upgrade(ADDS_A_COLUMN)).toBeUndefined();
    });

    test('creates the same schema in an empty database, without a message', async () => {
      expect(await site.place.upgrade(ADDS_A_COLUMN, ADDS_A_TABLE)).toBeUndefined();
      expect(await site.place.ask('SELECT colour FROM tokens')).toEqual([]);
      expect(await headOf(await site.open())).toBe(0);
    });

    test.each([
      [[EXCLUDES_OLDER], BASE_VERSION + 2],
      [[EXCLUDES_OLDER, ADDS_A_COLUMN], BASE_VERSION + 2],
      [[EXCLUDES_OLDER, { ...ADDS_A_COLUMN, letsOlderGoOn: false }], BASE_VERSION + 3],
    ])('excludes programs that do not know its last migration that needs them to: %#', async (migrations, oldest) => {
      await site.place.upgrade(ADDS_A_TABLE, ...migrations);
      const refusal = `its schema is version ${oldest} or newer, but this program knows only up to ${BASE_VERSION}: start a newer millpond`;
      for (const open of [() => site.open(), () => site.openTarget(site.place)]) {
        const opened = open();
        await expect(opened).rejects.toThrow(StoreUnavailable);
        await expect(opened).rejects.toThrow(`: ${refusal}`);
      }
      // The newest of those that are excluded, and the oldest of those that are not.
      const between = [ADDS_A_TABLE, ...migrations].slice(0, oldest - BASE_VERSION);
      await expect(site.place.upgrade(...between.slice(0, -1))).rejects.toThrow(': start a newer millpond');
      expect(await site.place.upgrade(...between)).toBeUndefined();
    });

    test('changes nothing if a migration fails, and its error names the database and the reason', async () => {
      await site.close(await site.openMarket());
      const fails = {
        letsOlderGoOn: false,
        sql: `INSERT INTO head (id, factory, sequence, listed) VALUES (1, '', 0, 0)`,
      };
      const upgraded = site.place.upgrade(ADDS_A_COLUMN, fails);
      await expect(upgraded).rejects.toThrow(StoreUnavailable);
      await expect(upgraded).rejects.toThrow(/^.+: its schema could not be brought up to date \(.*\bhead.*\)$/);
      await expect(site.place.ask('SELECT colour FROM tokens')).rejects.toThrow('colour');
      const store = await site.open();
      expect(await audit(store, () => {})).toMatchObject({ transactions: 7 });
      await site.close(store);
      expect(await site.place.upgrade(ADDS_A_COLUMN)).toEqual(broughtTo(BASE_VERSION + 1));
    });
  });

  describe('a database from before the first release', () => {
    test.each([1, BASE_VERSION - 1])('at version %i is refused with advice, and not changed', async (version) => {
      await site.close(await site.openMarket());
      await site.place.setSchema({ version, oldest: version });
      const openings = [() => site.open(), () => site.openTarget(site.place), () => site.place.upgrade(ADDS_A_COLUMN)];
      for (const open of openings) {
        const opened = open();
        await expect(opened).rejects.toThrow(StoreUnavailable);
        await expect(opened).rejects.toThrow(
          /: it was written before the first release of millpond, and this version cannot read it: (move exchange\.db\* to another folder, and the next start creates a new exchange|create an empty database and use that one \(DATABASE_URL\))$/,
        );
      }
      await site.place.setSchema({ version: BASE_VERSION, oldest: BASE_VERSION });
      expect(await headOf(await site.open())).toBe(7);
    });
  });
}
