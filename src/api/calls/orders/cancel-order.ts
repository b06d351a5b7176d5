// POST /cancelOrder
import * as declared from '../../../contract/orders.ts';
import type { Token } from '../../../core/pool.ts';
import { RefusedError } from '../../../ports/venue.ts';
import { changeOf } from '../../call.ts';
import { requireProof } from '../../door/caller.ts';
import { readAmount, readMemo } from '../../fields/read-fields.ts';
import { readNamedOrder } from '../../fields/read-orders.ts';
import { whole } from '../../fields/records.ts';

type Cancelled = { readonly orderId: string; readonly unit: Pick<Token, 'decimals'> };

export const cancelOrder = changeOf(declared.cancelOrder, {
  async read({ venue, input, caller }) {
    const { transactionId: orderId, receipt } = await readNamedOrder(venue, input, caller);
    const { order, account, tokenA, tokenB } = receipt;
    if (account !== caller.account) requireProof(caller, "Cancelling another account's order");
    const unit = await venue.token(tokenA);
    const left = input.left === undefined ? {} : { left: readAmount(input.left, unit, 'left') };
    const closed = { order, account, tokenA, tokenB, reason: 'cancelled', ...left, ...readMemo(input) } as const;
    const named = input.clientId === undefined ? {} : { clientId: input.clientId };
    return { command: { kind: 'closeOrder', ...closed, ...named }, orderId, unit };
  },
  /** A repeated request may have found another order under the clientId than the first, which is answered again. */
  since: (done, { venue }) =>
    Promise.all(
      done.map(async ({ receipt: { order, tokenA, clientId } }) => {
        if (clientId === undefined) return undefined;
        const [placed, unit] = await Promise.all([venue.transaction(order), venue.token(tokenA)]);
        return { orderId: placed.transactionId, unit };
      }),
    ),

  answer({ transactionId, receipt }, found, since) {
    const { orderId, unit } = (since as Cancelled | undefined) ?? found;
    return { orderId, transactionId, status: 'cancelled' as const, returned: whole(receipt.amountA, unit) };
  },
  /** Adds to the error how the order ended, if market data tells; otherwise the error says only that the order is closed. */
  async explain(error, { market }) {
    if (!(error instanceof RefusedError) || error.refusal.code !== 'order_closed') return error;
    const found = await market.order(error.refusal.order).catch(() => undefined);
    const status = found?.order?.status;
    return status === undefined || status === 'open' ? error : new RefusedError({ ...error.refusal, status });
  },
});
