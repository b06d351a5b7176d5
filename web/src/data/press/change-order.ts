// Changing an order: one atomic bulk cancels the old one and places the new one, under one Idempotency-Key.
import { useEffect } from 'react';
import { type CallOptions, type CreateOrderInput, type CreateOrderOutput, MillpondError } from '#client';
import { renew } from '../renew.ts';
import { server } from '../server.ts';
import { ofTab } from '../stored.ts';
import { Presser } from './press.ts';
import type { AnsweredCall } from './use-press.ts';
import { pressers } from './use-press.ts';
import { type Pressing, usePresser } from './use-presser.ts';

/** The order that is replaced, and what was left of it when its owner looked: if it is another amount by now, nothing is done. */
type Replaced = { readonly orderId: string; readonly left: string };
export type OrderChange = CreateOrderInput & { readonly instead: Replaced };

export function useOrderChange(orderId: string): Pressing<OrderChange, AnsweredCall<'createOrder'>> {
  const place = `changeOrder ${orderId}`;
  const pressing = usePresser(
    pressers.at(place, () => new Presser({ place, takesKey: true, make, onEnd: () => setTimeout(renew) }, ofTab)),
  );
  useEffect(() => () => pressers.release(place), [place]);
  return pressing;
}

async function make({ instead, ...order }: OrderChange, options: CallOptions) {
  const items = [
    { call: 'cancelOrder' as const, body: instead },
    { call: 'createOrder' as const, body: order },
  ];
  const answer = await server.bulk({ atomic: true, items }, options);
  const output = outputOf(answer.items as readonly Item[]);
  return async () => output;
}

type Item = {
  readonly status: number;
  readonly data?: object;
  readonly transactionId?: string;
  readonly error?: string;
  readonly code?: string;
  readonly reasonCode?: string;
};

/** Throws the refusal of the item that stopped the bulk: all others are `not_attempted`. */
export function outputOf(items: readonly Item[]): AnsweredCall<'createOrder'> {
  const refused = items.filter(({ code }) => code !== undefined);
  const cause = refused.find(({ code }) => code !== 'not_attempted') ?? refused[0];
  if (cause) {
    const { status, code, reasonCode, error = '' } = cause;
    const failing = {
      status: Number(status),
      code,
      serverCode: code,
      reasonCode,
      mayHaveHappened: Number(status) >= 500,
    };
    throw new MillpondError(error, failing as ConstructorParameters<typeof MillpondError>[1]);
  }
  const { data, transactionId = null } = items[1] as Item;
  return { output: data as CreateOrderOutput, transactionId };
}
