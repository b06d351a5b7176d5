// Looks up in the journal who placed orders: the accounts of orders say a number alone.

import type { Account } from '../../core/amount.ts';
import type { PlaceOrderReceipt } from '../../core/commands/place-order.ts';
import type { Journal } from '../../ports/store.ts';
import type { Run } from './database.ts';

/** Orders in one query. */
const AT_ONCE = 500;

export const orderOwners =
  (ask: Run): Journal['orderOwners'] =>
  async (orders) => {
    const owners = new Map<number, Account>();
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const some = orders.slice(from, from + AT_ONCE);
      const rows = await ask<{ sequence: number | bigint; receipt: string }>(
        `SELECT sequence, receipt FROM journal WHERE kind = 'placeOrder' AND sequence IN (${some.map(() => '?').join(', ')})`,
        ...some,
      );
      for (const { sequence, receipt } of rows)
        owners.set(Number(sequence), (JSON.parse(receipt) as Pick<PlaceOrderReceipt, 'account'>).account);
    }
    return owners;
  };
