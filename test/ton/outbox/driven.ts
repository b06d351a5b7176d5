// A node that executes its store's requests over an endpoint, and kills itself after a number of calls to its store and the chain.
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import type { Chain } from '../../../src/ton/chain.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';
import { POLICY } from '../../store-contract/site.ts';
import { withPoints } from './fault-points.ts';
import { outboxOf } from './payments.ts';

const [path = '', url = '', killAfter = ''] = process.argv.slice(2);

let passed = 0;
const onPoint = (): void => {
  passed += 1;
  if (passed === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
};
const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
const chain = new Endpoint({ url, perSecond: 10_000, backOffMs: 5 });
outboxOf(withPoints(store.chainRequests, onPoint), withPoints<Chain>(chain, onPoint), {
  now: Date.now,
  lookEveryMs: 20,
  pushEveryMs: 200,
}).start();
// Exits when its parent is gone: without this it would keep running.
process.on('disconnect', () => process.exit());
