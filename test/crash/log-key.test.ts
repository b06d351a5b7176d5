// kill -9 while the key of the public log is created: the next attempt finds no key or a whole one. Takes 3 s.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signingKey } from '../../src/transparency/format/keys.ts';
import { killedAt, MAIN, Program, temporaryDirectory } from './process.ts';

it('a key file is whole or absent, wherever the program that creates it was killed', { timeout: 600_000 }, async () => {
  let kills = 0;
  for (let moment = 1; ; moment += 1) {
    const folder = temporaryDirectory();
    const path = join(folder, 'log-key');
    const create = (settings = {}) =>
      new Program([process.execPath, MAIN, 'log', 'key', 'create', path], settings).ended;
    const { signal } = await create(killedAt('main', moment));
    const isThere = readdirSync(folder).includes('log-key');
    const created = await create();
    expect([moment, created.code]).toEqual([moment, isThere ? 2 : 0]);
    expect(signingKey(readFileSync(path, 'utf8'), 'example.com/log', 'note')).toBeDefined();
    if (signal === null) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(4);
});
