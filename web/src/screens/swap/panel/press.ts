// The press of the swap button: what it sends, and what it reads afterwards.
import type { CallOptions, Calls } from '#client';
import { type Press as AnyPress, Presser } from '../../../data/press/press.ts';
import { quoteName, type Stored } from '../../../data/stored.ts';
import { signsItself } from '../../../data/wallet/own.ts';
import type { PreparedSwap, Quote } from './prepared-swap.ts';

export type SettledSwap = Calls['getSwap']['output'];
/** An order with the quote it was made from, so that the panel does not show the figures of a newer quote with it. */
export type Quoted = PreparedSwap & { readonly quote?: Quote | undefined };
export type Press = AnyPress<Quoted, SettledSwap>;

export type Asking = {
  createSwap(input: Calls['createSwap']['input'], options: CallOptions): Promise<Calls['createSwap']['output']>;
  getSwap(input: Calls['getSwap']['input']): Promise<SettledSwap>;
  /** Resolves when the chain may have settled the transaction. */
  endOf(transactionId: string): Promise<void>;
};

/** Signs the swap in the user's wallet; resolves to a function that waits for the swap's outcome. */
export type SignSwap = (
  input: Calls['createSwap']['input'],
  amountA: string,
  options: CallOptions,
) => Promise<(onPending: (transactionId: string) => void) => Promise<SettledSwap>>;

export const swapPresser = (server: Asking, kept: Stored, signSwap?: SignSwap): Presser<Quoted, SettledSwap> =>
  new Presser(
    {
      place: 'createSwap',
      takesKey: true,
      async make({ input, pay, receive }, options) {
        if (signSwap && signsItself(options.account)) return signSwap(input, pay.amount, options);
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
