// GET /getSwap
import { RefusedError } from '../../exchange/exchange.ts';
import { SwapRecord, swapRecord } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, Text } from '../fields.ts';

export const getSwap = defineCall({
  name: 'getSwap',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Swaps',
  summary: 'Track a swap',
  description: "One of the caller's swaps by its transactionId. Operators see every swap.",
  query: Fields({
    transactionId: Text('The transactionId that createSwap answered.', '019a8a5c-2f3e-7000-8000-00004a1b2c3d'),
  }),
  answer: SwapRecord,
  async handle({ exchange, query, caller }) {
    const swap = await exchange.swap(query.transactionId);
    // Someone else's swap is answered like one that is not there, so that ids give nothing away.
    if (swap.actor !== caller.account && caller.role !== 'operator') {
      throw new RefusedError({ code: 'unknown_swap', id: query.transactionId });
    }
    return swapRecord(exchange, swap);
  },
});
