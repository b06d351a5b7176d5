// The state and actions of the order panel: the form is in the URL, the rest comes from the server.
import { useEffect, useState } from 'react';
import type { CreateOrderInput, QuoteOrderInput, QuoteOrderOutput } from '#client';
import { useMe } from '../../../data/account.ts';
import { useBalancesOf } from '../../../data/balances.ts';
import { isBase } from '../../../data/direction.ts';
import { useNow } from '../../../data/now.ts';
import type { Order } from '../../../data/orders.ts';
import { isOpen } from '../../../data/press/press.ts';
import { type AnsweredCall, usePress } from '../../../data/press/use-press.ts';
import type { Pressing } from '../../../data/press/use-presser.ts';
import { asFailure } from '../../../data/server.ts';
import { useToken } from '../../../data/token.ts';
import { addressOf, isToken } from '../../../data/token-info.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { asTyped } from '../../../exact/amount.ts';
import { language } from '../../../words/words.ts';
import type { Side } from '../panel/prepared-swap.ts';
import { shareOf } from '../panel/swap-state.ts';
import { chosenPair, pairOf, usePair } from '../use-pair.ts';
import { useStream } from '../use-stream.ts';
import { partsLeft, sizeLeft } from './change/link.ts';
import { type ChangedOrder, useChanged } from './change/use-changed.ts';
import {
  ENDS,
  inputOf,
  type OrderForm,
  type OrderKind,
  type OrderState,
  orderState,
  type Quoted,
  quoteInputOf,
  readForm,
  type Terms,
  type Typed,
  UNITS,
  type Unit,
  usableOf,
} from './order-state.ts';
import { DEFAULT_SLIPPAGE, directionOf, numberIn } from './stop.ts';

const DEFAULTS = {
  ...{ pay: '', receive: '', amount: '', side: 'pay', price: '', per: '', limit: '', whole: '' },
  ...{ ends: '30', until: '', times: '', every: '1', unit: 'day' },
  ...{ when: '', stop: '', over: '', guard: '' },
  ...{ change: '', left: '' },
};
const MINUTE_MS = 60_000;
/** Minutes. */
const MOST_WINDOW = 60;
/** How often a stop's quote is polled: its average price changes with time, even without swaps. */
const AVERAGE_MS = 5000;
const NO_CHANGE = { change: '', left: '', amount: '', side: 'pay' };
const NOTHING: QuoteOrderInput = { tokenA: '', tokenB: '', amount: '0' };

/** Prices that are lines in the chart. */
export type Drawn = 'price' | 'stop';

export type Ordering = {
  readonly form: OrderForm;
  readonly state: OrderState;
  /** The parsed form, if it is complete. */
  readonly terms: Terms | null;
  /** The quote of the form, or the previous one while the next is loading. */
  readonly quote: QuoteOrderOutput | null;
  readonly isStale: boolean;
  /** True until the first quote has arrived or failed: it adds the market's price and buttons to the price fields. */
  readonly isFirstQuote: boolean;
  readonly account: string | null;
  readonly nowMs: number;
  readonly pressing: Pressing<CreateOrderInput, AnsweredCall<'createOrder'>>;
  balanceOf(address: string): string | null;
  edit(change: Partial<typeof DEFAULTS>): void;
  /** Moves a price line in the chart; null releases it. */
  draw(what: Drawn, price: string | null): void;
  /** Called when the user types a number, in the language of the page; an amount may be typed on either side. */
  type(what: Typed, text: string, side?: Side): void;
  choose(side: Side, address: string): void;
  flip(): void;
  takePart(percent: bigint): void;
  press(): void;
  /** Requests a new quote after a refusal. */
  renew(): void;
  /** The order that the form changes; null if it places an additional one. */
  readonly changed: ChangedOrder | null;
  /** Goes on with what is left of that order. */
  takeLeft(order: Order): void;
  /** Leaves that order as it is. */
  leave(): void;
};

export function useOrder(kind: OrderKind): Ordering {
  const [url, change] = useUrlState(DEFAULTS);
  const { account, isKnown } = useMe();
  const nowMs = useNow(MINUTE_MS);
  const usual = usePair(url.pay === '' || url.receive === '');
  const [payAddress, receiveAddress] = pairOf(url, usual);
  const placing = usePress('createOrder', account ?? '');
  const leave = () => change(NO_CHANGE);
  const changed = useChanged(url.change, url.left, leave);
  const pressing = changed?.pressing ?? placing;
  const { state: press } = pressing;
  // The texts typed on this page, in its language: a number from a link may be written in another one.
  const [typedHere, setTypedHere] = useState({ amount: '', price: '', stop: '' });
  // A dragged price is written to the URL only when it is released: browsers limit how often the URL may change.
  const [drawn, setDrawn] = useState<Partial<Record<Drawn, string>> | null>(null);
  const [pay, receive] = [useToken(payAddress), useToken(receiveAddress)];
  const isInverse = url.per === '' ? isToken(pay) && isToken(receive) && isBase(receive, pay) : url.per === 'receive';
  const when = kind === 'stop' ? directionOf(url.when, isInverse) : '';
  const form: OrderForm = {
    ...{ kind, amount: url.amount, price: url.price, stop: url.stop, ...drawn },
    side: kind === 'limit' && url.side === 'receive' ? 'receive' : 'pay',
    ...{ until: url.until, times: url.times, every: url.every },
    ...{ pay, receive },
    by: {
      amount: url.amount === typedHere.amount ? language() : null,
      price: drawn?.price !== undefined || url.price === typedHere.price ? language() : null,
      stop: drawn?.stop !== undefined || url.stop === typedHere.stop ? language() : null,
    },
    isInverse,
    hasLimit: kind === 'limit' || url.limit !== '',
    // The form offers it for limit orders, but keeps it for any order that a program placed so.
    isWhole: (kind === 'limit' || url.change !== '') && url.whole !== '',
    when,
    over: numberIn(url.over, MOST_WINDOW),
    guard: numberIn(url.guard, 100) || (kind === 'stop' ? DEFAULT_SLIPPAGE : ''),
    ends: ENDS.find((one) => one === url.ends) ?? '30',
    unit: (Object.keys(UNITS) as Unit[]).find((one) => one === url.unit) ?? 'day',
  };
  const read = readForm(form, nowMs);
  // A dragged price is quoted once it is released.
  const asked = quoteInputOf(drawn === null ? form : { ...form, price: url.price, stop: url.stop });
  const { data, isPlaceholderData, error, refetch } = useCall('quoteOrder', asked ?? NOTHING, {
    enabled: asked !== null,
    keepsPrevious: true,
    ...(when !== '' && { everyMs: AVERAGE_MS }),
  });
  const isOfPair = data !== undefined && data.tokenA === asked?.tokenA && data.tokenB === asked?.tokenB;
  const quote = isOfPair && asFailure(error) === null ? data : null;
  const heldOf = useBalancesOf([form.pay, form.receive].map(addressOf));
  const held = usableOf(heldOf(addressOf(pay)), pay, changed);
  const balanceOf = (address: string) => (address === addressOf(pay) ? held : heldOf(address));
  const state = orderState(
    read,
    press,
    quotedOf(quote, isPlaceholderData, error),
    { account, isKnown, pay: held },
    useStream(),
    changed,
  );
  // Clears the amount once the order is placed, so that nobody places it twice by mistake.
  useEffect(() => {
    if (press.kind === 'done') change({ amount: '', side: 'pay' });
  }, [press.kind, change]);

  const edit = (next: Partial<typeof DEFAULTS>) => {
    if (isOpen(press)) return;
    pressing.clear();
    change(next);
  };
  const typeIn = (what: Typed, text: string, side = form.side) => {
    setTypedHere((before) => ({ ...before, [what]: text }));
    edit({ [what]: text, side });
  };
  return {
    ...{ form, state, account, nowMs, balanceOf, edit, pressing, changed },
    terms: 'kind' in read ? null : read,
    quote,
    isStale: isPlaceholderData || drawn !== null,
    isFirstQuote: asked !== null && data === undefined && asFailure(error) === null,
    draw(what, price) {
      if (isOpen(press)) return;
      const last = drawn?.[what];
      if (price === null && last !== undefined) typeIn(what, last);
      setDrawn(price === null ? null : { [what]: asTyped(price) });
    },
    type: typeIn,
    choose(side, address) {
      // Clears the typed prices and their direction, which are those of the previous pair.
      edit({ ...chosenPair(side, address, [payAddress, receiveAddress]), price: '', stop: '', per: '', when: '' });
    },
    // The typed price stays valid: what was per token sold is now per token received, or vice versa.
    flip() {
      const per = url.per === '' ? '' : form.isInverse ? 'pay' : 'receive';
      edit({ pay: receiveAddress, receive: payAddress, amount: '', side: 'pay', per, when: '' });
    },
    takePart(percent) {
      if (held === null || !isToken(pay)) return;
      edit({ side: 'pay', amount: asTyped(shareOf(held, pay, percent)) });
    },
    press() {
      if (state.kind === 'ready') pressing.press(inputOf(state.terms, Date.now()));
    },
    renew() {
      pressing.clear();
      refetch();
    },
    takeLeft(order) {
      edit({ left: order.left, ...sizeLeft(order), ...(order.times !== null && { times: partsLeft(order) }) });
    },
    leave() {
      if (isOpen(press)) return;
      pressing.clear();
      leave();
    },
  };
}

function quotedOf(quote: QuoteOrderOutput | null, isOld: boolean, error: unknown): Quoted {
  const failure = asFailure(error);
  if (failure && !isOld) return { kind: 'failed', failure };
  return quote && !isOld ? { kind: 'quoted', quote } : { kind: 'asking' };
}
