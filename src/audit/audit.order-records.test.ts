// The audit of stored order records: any change in their rows is found. Takes about 1 s.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, bob, closeOrder, deposit, fillOrder, matchOrders, pairOf, placeOrder } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { Observer } from '../market/observer.ts';
import { openProjection } from '../ports/projection.ts';
import { openTail } from '../ports/tail.ts';
import { audit } from './audit.ts';

/** Orders 10, 11 and 12: one filled, one half filled, one closed. */
const file = useExchangeFile([
  ...MARKET,
  deposit(ann, APPLE, 10n ** 6n),
  deposit(bob, BREAD, 10n ** 6n),
  placeOrder(1000n, 2000n),
  placeOrder(8000n, 2000n, { account: bob, ...pairOf(BREAD, APPLE) }),
  placeOrder(1000n, 2000n, { schedule: { times: 2, everyMs: 1 } }),
  matchOrders(1000n, [10, 1000n], [11, 8000n]),
  fillOrder(12, 500n, 1000n),
  closeOrder(12),
]);

async function count(cursor?: number): Promise<void> {
  const store = await openStore(file());
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  await observer.catchUp();
  const fence = (await observer.projection.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
  const [mark] = await observer.tail.pick([cursor ?? observer.sequence]);
  const claim = { fence, mark: mark as Posted, from: 0 };
  await observer.projection.save([...observer.fold.unstored()], claim);
  await observer.projection.saveOrders([...observer.fold.orders.unstored()], claim);
  await observer.projection.advance(claim);
  await observer.close();
  await store.close();
}

async function auditNow(sql?: string, ...later: Parameters<typeof post>[1][]) {
  if (sql !== undefined) {
    const db = new DatabaseSync(file());
    db.exec(sql);
    db.close();
  }
  const store = await openStore(file());
  try {
    if (later.length > 0) await post(store, ...later);
    return await audit(store, () => {});
  } finally {
    await store.close();
  }
}

test('the audit passes order records that are complete, beyond the cursor, behind the journal or not stored yet', async () => {
  await auditNow();
  await count(12);
  await auditNow();
  await count();
  await auditNow();
  await auditNow(undefined, closeOrder(11, { account: bob, ...pairOf(BREAD, APPLE) }));
});

test.each([
  ['UPDATE orders SET filled_a = 999 WHERE number = 10', 'the order 10 is not'],
  ['UPDATE orders SET received_b = 1 WHERE number = 11', 'the order 11 is not'],
  [`UPDATE orders SET status = 'open', is_open = 1 WHERE number = 10`, 'the order 10 is not'],
  [`UPDATE orders SET status = 'expired' WHERE number = 12`, 'the order 12 is not'],
  ['UPDATE orders SET returned = 0 WHERE number = 12', 'the order 12 is not'],
  [`UPDATE orders SET account = 'eve' WHERE number = 11`, 'the order 11 is not'],
  ['UPDATE orders SET min_received = 1 WHERE number = 11', 'the order 11 is not'],
  ['UPDATE orders SET every_ms = 2 WHERE number = 12', 'the order 12 is not'],
  ['UPDATE orders SET fills = 2 WHERE number = 11', 'the order 11 is not'],
  ['UPDATE orders SET sequence = 11 WHERE number = 11', 'the order 11 is not'],
  [`UPDATE orders SET filled_a = 'x' WHERE number = 11`, 'cannot be read'],
  ['UPDATE orders SET is_open = 0 WHERE number = 11', 'CHECK constraint'],
  ['DELETE FROM orders WHERE number = 12', '1 orders are not stored'],
  [
    'INSERT INTO orders SELECT 13, sequence, id, account, is_open, status, token_a, token_b, amount_a, min_received, in_parts, placed_at_ms, expires_at_ms, times, every_ms, filled_a, received_b, fills, returned, stop, triggered, max_slippage_ppm, client_id, placed_as, key_id, is_purchase FROM orders WHERE number = 12',
    'the order 13 is not',
  ],
])('the audit or the table’s own check reports: %s', async (sql, fault) => {
  await count();
  await expect(auditNow(sql)).rejects.toThrow(fault);
});
