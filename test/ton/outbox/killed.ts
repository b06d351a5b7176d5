// A program that accepts one request, executes it on the chain of its parent process, and kills itself at a given point.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../../src/core/amount.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { POLICY } from '../../store-contract/site.ts';
import { linkedChain } from './chain-link.ts';
import { outboxOf, payment } from './payments.ts';

const [path = '', account = '', killAt = ''] = process.argv.slice(2);

/** How often each point was passed: `killAt` is the name of a point and the number of the pass. */
const passed = new Map<string, number>();
let isArmed = false;
function onPoint(name: string): void {
  if (!isArmed) return;
  const times = (passed.get(name) ?? 0) + 1;
  passed.set(name, times);
  if (`${name} ${times}` === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Adds a point before and after every statement of this thread's connections. */
function watch(prototype: object, method: string, nameOf: (self: unknown, asked: unknown[]) => string): void {
  const carryOut = Reflect.get(prototype, method) as (...asked: unknown[]) => unknown;
  Reflect.set(prototype, method, function (this: unknown, ...asked: unknown[]) {
    const name = nameOf(this, asked).replaceAll(/\s+/g, ' ').trim().slice(0, 60);
    onPoint(`before ${name}`);
    const done = Reflect.apply(carryOut, this, asked);
    onPoint(`after ${name}`);
    return done;
  });
}
watch(DatabaseSync.prototype, 'exec', (_, [sql]) => String(sql));
for (const method of ['run', 'get', 'all']) {
  watch(StatementSync.prototype, method, (self) => (self as StatementSync).sourceSQL);
}

const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
const outbox = outboxOf(store.chainRequests, linkedChain(onPoint), { lookEveryMs: 5 });
isArmed = true;
const { request } = await outbox.submit(payment(account as Account, `${account}/0`));
outbox.start();
while ((await store.chainRequests.find(request.id))?.status === 'pending') await sleep(5);
await outbox.stop();
isArmed = false;
process.send?.({ passed: [...passed] });
process.disconnect?.();
await store.close();
