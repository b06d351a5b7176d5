// The press of the swap's button: what it sends, and what it reads once the swap is made.
import type { CallOptions, Calls } from '#client';
import { type Press as AnyPress, type Pressed as AnyPressed, Presser } from '../../../data/press/press.ts';
import { quoteName, type Stored } from '../../../data/stored.ts';
import type { Order, Quote } from './order.ts';

export type Filled = Calls['getSwap']['output'];
/** With what it was made of, so that no other quote's figures stand beside it. */
export type Quoted = Order & { readonly quote?: Quote | undefined };
export type Press = AnyPress<Quoted, Filled>;
export type Pressed = AnyPressed<Quoted>;

export type Asking = {
  createSwap(input: Calls['createSwap']['input'], options: CallOptions): Promise<Calls['createSwap']['output']>;
  getSwap(input: Calls['getSwap']['input']): Promise<Filled>;
  /** Until a chain may have settled it. */
  endOf(transactionId: string): Promise<void>;
};

export const swapPresser = (server: Asking, kept: Stored): Presser<Quoted, Filled> =>
  new Presser(
    {
      place: 'createSwap',
      takesKey: true,
      async make({ input, pay, receive }, options) {
        const { transactionId } = await server.createSwap(input, options);
        kept.setItem(quoteName(transactionId), JSON.stringify({ amountA: pay.amount, amountB: receive.amount }));
        return async (onPending) => {
          for (;;) {
            const swap = await server.getSwap({ transactionId });
            if (swap.status !== 'pending') return swap;
            onPending(transactionId);
            await server.endOf(transactionId);
          }
        };
      },
    },
    kept,
  );
