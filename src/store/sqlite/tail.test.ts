// The tail of an SQLite journal: what the process of the follower has committed is not read again.
import { expect, test } from 'vitest';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit, registerToken } from '../../../test/paper-orders.ts';
import { POLICY, post } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { Follower, mostTransactions, type Restarted } from '../../journal/follower.ts';
import { OwnCommits } from '../../journal/own-commits.ts';
import { openTail } from '../../ports/tail.ts';
import { openSqliteStore } from './store.ts';

const at = useTempFolder();

test('a follower applies the commits of its own process one by one, even if reading as many would take longer than reading everything', async () => {
  const store = await openSqliteStore({ path: at('own.db'), busyTimeoutMs: 1000, policy: POLICY });
  const tail = await openTail(store.tail);
  const [known, restarts] = [new OwnCommits(), [] as Restarted[]];
  store.onCommitted((outcomes) => known.note(outcomes));
  const follower = new Follower(tail, [], { known, onRestart: (restarted) => restarts.push(restarted) });
  await post(store, registerToken(APPLE));
  await follower.follow();
  const many = 1 + mostTransactions(tail, { tokens: 1, pools: 0 });
  await post(store, ...Array.from({ length: many }, () => deposit(ann, APPLE, 1n)));
  expect([await follower.follow(), follower.sequence]).toEqual([true, 1 + many]);
  expect(restarts.map(({ why }) => why)).toEqual(['start']);
  await tail.close();
  await store.close();
});
