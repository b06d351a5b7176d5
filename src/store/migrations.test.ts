// The base schema and the versions of programs and schemas.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BASE_VERSION, missingIn, newestVersion, oldestProgram, refusalOf, refusalOfOld } from './migrations.ts';
import { MIGRATIONS as ON_POSTGRES } from './postgres/schema.ts';
import { MIGRATIONS as ON_SQLITE } from './sqlite/schema.ts';

const harmless = { letsOlderGoOn: true, sql: 'harmless' };
const excluding = { letsOlderGoOn: false, sql: 'excluding' };

test('the base schema has not changed since its version: whoever changes it raises BASE_VERSION, and updates both here', () => {
  const texts = [ON_SQLITE[0]?.sql, ON_POSTGRES[0]?.sql];
  const hash = createHash('sha256').update(texts.join()).digest('hex').slice(0, 16);
  expect([BASE_VERSION, hash]).toEqual([27, 'b48d88ca01d446f8']);
});

test.each([
  [[excluding], 0, 0],
  [[excluding, harmless], 1, 0],
  [[excluding, excluding], 1, 1],
  [[excluding, excluding, harmless, harmless], 3, 1],
])('the migrations %j make version base + %i, for programs from base + %i on', (migrations, newest, oldest) => {
  expect(newestVersion(migrations) - BASE_VERSION).toBe(newest);
  expect(oldestProgram(migrations) - BASE_VERSION).toBe(oldest);
});

test('a schema lacks the migrations after its version; an empty database lacks all', () => {
  const all = [excluding, harmless, excluding];
  expect(missingIn(0, all)).toEqual(all);
  expect([0, 1, 2].map((more) => missingIn(BASE_VERSION + more, all).length)).toEqual([2, 1, 0]);
});

test('a program may run on a schema unless it is older than the oldest that may', () => {
  expect([22, 23].map((oldest) => refusalOf(oldest, 22) === undefined)).toEqual([true, false]);
});

test('a schema below the base version is refused; 0 means that there is none yet', () => {
  const versions = [0, 1, BASE_VERSION - 1, BASE_VERSION];
  expect(versions.map((version) => refusalOfOld(version, '') === undefined)).toEqual([true, false, false, true]);
});
