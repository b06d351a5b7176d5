// Another program locks the file of a running server: until it releases the lock, writes fail in time and reads are answered.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { Random } from '../simulation/random.ts';
import { Client } from './client.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { expectEachOnce } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

// Without the demo market, the first call is also the first thing that the server writes.
it.each([{ demo: true }, { demo: false }])(
  'a server answers 503 storage_unavailable to writes until the lock is released, %o',
  async ({ demo }) => {
    const database = join(temporaryDirectory(), 'millpond.db');
    if (!demo) await makeDemoExchange(database);
    const server = await Server.start(database, { BUSY_TIMEOUT: '500' }, { demo });
    const client = new Client(server.url);
    const orders = new Orders(new Random(1), 'locked');
    const sent = ['createSwap', 'deposit', 'createSwap'].map((call) => orders.make(call as 'createSwap' | 'deposit'));

    // The timeout is for a server that is just renewing a lease.
    const lock = new DatabaseSync(database, { timeout: 60_000 });
    lock.exec('BEGIN EXCLUSIVE');
    const refusals = await Promise.all(sent.map((order) => client.send(order)));
    for (const { status, headers, text } of refusals) {
      expect({ status, code: headers['error-code'], retry: headers['retry-after'] }).toEqual({
        status: 503,
        code: 'storage_unavailable',
        retry: '1',
      });
      expect(JSON.parse(text).error).toBe(
        'Another process holds the database lock. Nothing was changed; try again shortly.',
      );
    }
    for (const path of [`/getPoolData?jetton0=${TON}&jetton1=${USDT}`, '/getBalances', '/getSwaps', '/livez'])
      expect((await client.get(path)).status).toBe(200);
    expect(await client.get('/readyz')).toMatchObject({
      status: 503,
      headers: { 'error-code': 'storage_unavailable' },
    });
    lock.exec('ROLLBACK');
    lock.close();

    expect((await client.get('/readyz')).status).toBe(200);
    const done = await Promise.all(sent.map(async (order) => ({ order, answer: await client.send(order) })));
    for (const { answer } of done) expect(answer.status).toBe(200);
    expectEachOnce(database, done);
    expect(await audit(database)).toMatchObject({ code: 0 });
  },
);
