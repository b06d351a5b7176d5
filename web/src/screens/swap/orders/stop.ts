// Stop orders: the trigger price, the averaging window, and by how much a fill may be below the average.
import type { CreateOrderInput, QuoteOrderInput, QuoteOrderOutput } from '#client';
import { textOf } from '../../../exact/amount.ts';
import { inverted, PRICE_DECIMALS } from './limit.ts';

/** Whether the shown price has to fall or rise to the trigger; '' for an order without one. */
export const WHENS = ['', 'below', 'above'] as const;
export type When = (typeof WHENS)[number];
/** In minutes; 0 is the current price. */
export const OVERS = ['0', '1', '5', '15', '60'] as const;
export type Over = (typeof OVERS)[number];
/** In percent. */
export const GUARDS = ['1', '3', '5', '10'] as const;
export type Guard = (typeof GUARDS)[number];

export type Stop = {
  readonly when: Exclude<When, ''>;
  readonly price: string;
  readonly overMinutes: number;
  /** As a fraction. */
  readonly maxSlippage: string;
};

/** Null if it is no stop. Without a price yet, the average is requested with a price that is never reached. */
export function stopOf(form: { when: When; over: Over; guard: Guard }, price: string | null): Stop | null {
  if (form.when === '') return null;
  return {
    when: form.when,
    price: price ?? textOf(1n, PRICE_DECIMALS),
    overMinutes: Number(form.over),
    maxSlippage: textOf(BigInt(form.guard), 2),
  };
}

/** The trigger for the API, per token sold. In the other direction a rise is a fall. */
function triggerOf({ when, price }: Stop, isInverse: boolean): { readonly below: string } | { readonly above: string } {
  const bound = isInverse ? inverted(price) : price;
  return (when === 'below') === isInverse ? { above: bound } : { below: bound };
}

export function stopInput(stop: Stop, isInverse: boolean): Partial<CreateOrderInput> {
  const trigger = { ...triggerOf(stop, isInverse), over: stop.overMinutes * 60 };
  return { kind: 'stop', trigger, maxSlippage: stop.maxSlippage };
}

export function stopQuestion(stop: Stop, isInverse: boolean): Partial<QuoteOrderInput> {
  const trigger = triggerOf(stop, isInverse);
  const bound = 'below' in trigger ? { triggerBelow: trigger.below } : { triggerAbove: trigger.above };
  return { ...bound, over: stop.overMinutes * 60, maxSlippage: stop.maxSlippage };
}

/** The average that a stop is compared with, in the shown direction. */
export function averageSeen(quote: QuoteOrderOutput | null, isInverse: boolean): string | null {
  const average = quote?.average ?? null;
  return average !== null && isInverse ? inverted(average) : average;
}
