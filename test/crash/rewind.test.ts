// A journal that is rewound under a running server: the report to its operator.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Server, temporaryDirectory } from './process.ts';

test('a server whose journal is rolled back logs that as one error, with the position it knew and the one it found', async () => {
  const path = `${temporaryDirectory()}/exchange.db`;
  const server = await Server.start(path);
  const ready = async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await ready();
  const db = new DatabaseSync(path, { timeout: 60_000 });
  const { sequence, last_transaction: id } = db.prepare('SELECT sequence, last_transaction FROM head').get() as Record<
    string,
    unknown
  >;
  const before = db.prepare('SELECT sequence, id FROM journal WHERE sequence = ?').get((sequence as number) - 1);
  db.exec(`
    BEGIN;
    DELETE FROM replies WHERE sequence = ${sequence};
    DELETE FROM journal WHERE sequence = ${sequence};
    UPDATE head SET sequence = sequence - 1, last_transaction = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1);
    COMMIT`);
  db.close();
  await ready();
  await ready();
  await server.stop();
  const lines = server.errors.split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      known: { sequence, id },
      found: { ...before },
      msg: expect.stringContaining('the journal was rolled back'),
    },
  ]);
});
