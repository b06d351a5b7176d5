// Stop orders: the trigger price, the averaging window, and by how much a fill may be below the average.
import type { CreateOrderInput, QuoteOrderInput, QuoteOrderOutput } from '#client';
import { subtractText, textOf } from '../../../exact/amount.ts';
import { divide } from '../../../exact/figures.ts';
import { inverted, PRICE_DECIMALS } from './limit.ts';

/** Whether the price as shown has to fall or rise to the trigger. */
const TRIGGER_DIRECTIONS = ['below', 'above'] as const;
/** If it is not chosen, a stop sells on a fall, and buys on a rise: both are a fall of what is paid with. */
export const directionOf = (chosen: string, isInverse: boolean): (typeof TRIGGER_DIRECTIONS)[number] =>
  TRIGGER_DIRECTIONS.find((one) => one === chosen) ?? (isInverse ? 'above' : 'below');
/** '' for an order without a trigger. */
export type TriggerDirection = (typeof TRIGGER_DIRECTIONS)[number] | '';
/** The choices of the averaging window, in minutes: '' for the exchange's default; with 0 the trigger is compared with the current price. */
const WINDOW_MINUTES = ['', '0', '1', '5', '15', '60'];
/** The choices of how much a fill may be below the average, in percent. */
const SLIPPAGE_PERCENTS = ['1', '3', '5', '10'];
export const DEFAULT_SLIPPAGE = '3';

/** The usual choices, and the one in use: an order that a program placed may have any. */
const withOwn = (usual: readonly string[], own: string): readonly string[] =>
  usual.includes(own) ? usual : [...usual, own];
export const windowsWith = (minutes: string): readonly string[] => withOwn(WINDOW_MINUTES, minutes);
export const slippagesWith = (percent: string): readonly string[] => withOwn(SLIPPAGE_PERCENTS, percent);

/** True for a guard that holds nothing off. */
export const isOff = (maxSlippage: string): boolean => !subtractText('1', maxSlippage).match(/^[^-]*[1-9]/);

/** A number in a link, from 0 to `most`; '' if it is none. */
export const numberIn = (text: string, most: number): string =>
  /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) <= most ? text : '';

export type Stop = {
  readonly when: Exclude<TriggerDirection, ''>;
  readonly price: string;
  /** Null for the default, which depends on the amount. */
  readonly overMinutes: number | null;
  /** As a fraction. */
  readonly maxSlippage: string;
};

/** Null for an order that is no stop. Until a trigger price is typed, the lowest is used, so that the average can be requested. */
export function stopOf(
  form: { when: TriggerDirection; over: string; guard: string },
  price: string | null,
): Stop | null {
  if (form.when === '') return null;
  return {
    when: form.when,
    price: price ?? textOf(1n, PRICE_DECIMALS),
    overMinutes: form.over === '' ? null : Number(form.over),
    maxSlippage: divide(form.guard, '100'),
  };
}

/** The trigger as the API takes it, per token sold: a price per token received is inverted, which turns a fall into a rise. */
function triggerOf({ when, price }: Stop, isInverse: boolean): { readonly below: string } | { readonly above: string } {
  const bound = isInverse ? inverted(price) : price;
  return (when === 'below') === isInverse ? { above: bound } : { below: bound };
}

type StopInput = Extract<CreateOrderInput, { readonly kind: 'stop' }>;

export function stopInput(stop: Stop, isInverse: boolean): Pick<StopInput, 'kind' | 'trigger' | 'maxSlippage'> {
  const trigger = { ...triggerOf(stop, isInverse), ...overOf(stop) };
  return { kind: 'stop', trigger, maxSlippage: stop.maxSlippage };
}

const overOf = ({ overMinutes }: Stop) => (overMinutes === null ? {} : { over: Math.round(overMinutes * 60) });

export function stopQuestion(stop: Stop, isInverse: boolean): Partial<QuoteOrderInput> {
  const trigger = triggerOf(stop, isInverse);
  const bound = 'below' in trigger ? { triggerBelow: trigger.below } : { triggerAbove: trigger.above };
  return { ...bound, ...overOf(stop), maxSlippage: stop.maxSlippage };
}

/** The average price that a stop's trigger is compared with, inverted if prices are shown per token received. */
export function averageSeen(quote: QuoteOrderOutput | null, isInverse: boolean): string | null {
  const average = quote?.average ?? null;
  return average !== null && isInverse ? inverted(average) : average;
}

/** The minutes of the averaging window: those chosen, or the default by the quote; null while that is unknown. */
export const minutesOf = (overMinutes: number | null, quote: QuoteOrderOutput | null): number | null =>
  overMinutes ?? (quote?.over == null ? null : quote.over / 60);
