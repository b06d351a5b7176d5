// A stop: which price sets it off, over how long that is averaged, and how much less than the average its fills may pay.
import type { CreateOrderInput, QuoteOrderInput, QuoteOrderOutput } from '#client';
import { textOf } from '../../../exact/amount.ts';
import { PRICE_DECIMALS, turned } from './limit.ts';

/** Whether the price that is shown has to fall or to rise; '' for an order without a trigger. */
export const WHENS = ['', 'below', 'above'] as const;
export type When = (typeof WHENS)[number];
/** Minutes; 0 is the price of the moment. */
export const OVERS = ['0', '1', '5', '15', '60'] as const;
export type Over = (typeof OVERS)[number];
/** Percent. */
export const GUARDS = ['1', '3', '5', '10'] as const;
export type Guard = (typeof GUARDS)[number];

export type Stop = {
  readonly when: Exclude<When, ''>;
  readonly price: string;
  readonly overMinutes: number;
  /** A fraction. */
  readonly maxSlippage: string;
};

/** Null if it is no stop. Without a price yet, the average is asked for with one that is never passed. */
export function stopOf(form: { when: When; over: Over; guard: Guard }, price: string | null): Stop | null {
  if (form.when === '') return null;
  return {
    when: form.when,
    price: price ?? textOf(1n, PRICE_DECIMALS),
    overMinutes: Number(form.over),
    maxSlippage: textOf(BigInt(form.guard), 2),
  };
}

/** The trigger as the API has it, for one token that is sold. Seen from the other side, a rise is a fall. */
function triggerOf({ when, price }: Stop, isTurned: boolean): { readonly below: string } | { readonly above: string } {
  const bound = isTurned ? turned(price) : price;
  return (when === 'below') === isTurned ? { above: bound } : { below: bound };
}

export function stopInput(stop: Stop, isTurned: boolean): Partial<CreateOrderInput> {
  const trigger = { ...triggerOf(stop, isTurned), over: stop.overMinutes * 60 };
  return { kind: 'stop', trigger, maxSlippage: stop.maxSlippage };
}

export function stopQuestion(stop: Stop, isTurned: boolean): Partial<QuoteOrderInput> {
  const trigger = triggerOf(stop, isTurned);
  const bound = 'below' in trigger ? { triggerBelow: trigger.below } : { triggerAbove: trigger.above };
  return { ...bound, over: stop.overMinutes * 60, maxSlippage: stop.maxSlippage };
}

/** The average that a stop is compared with, as it is seen from that side. */
export function averageSeen(quote: QuoteOrderOutput | null, isTurned: boolean): string | null {
  const average = quote?.average ?? null;
  return average !== null && isTurned ? turned(average) : average;
}
