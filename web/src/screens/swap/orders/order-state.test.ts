// The order panel's state for each form, and the input its button sends.
import { expect, test } from 'vitest';
import {
  endsAtMs,
  inputOf,
  type OrderForm,
  orderState,
  type Quoted,
  quoteInputOf,
  readForm,
  type Terms,
} from './order-state.ts';

const TON = { address: 'ton', symbol: 'TON', decimals: 9 };
const USDT = { address: 'usdt', symbol: 'USDT', decimals: 6 };
const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

const FORM: OrderForm = {
  ...{ kind: 'limit', pay: TON, receive: USDT, side: 'pay', amount: '100', price: '2.6', stop: '' },
  ...{ by: { amount: null, price: null, stop: null }, when: '', over: '', guard: '' },
  ...{ isInverse: false, hasLimit: true, isWhole: false, ends: '30', until: '', times: '', every: '1', unit: 'day' },
};
const RECURRING: Partial<OrderForm> = { kind: 'recurring', hasLimit: false, times: '10' };
const STOP: Partial<OrderForm> = { when: 'below', stop: '2.3', hasLimit: false, guard: '3' };
/** Buys exactly 5 TON. */
const EXACT: Partial<OrderForm> = { pay: USDT, receive: TON, isInverse: true, side: 'receive', amount: '5' };
const read = (change: Partial<OrderForm>) => readForm({ ...FORM, ...change }, NOW);
const local = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

test.each<[string, Partial<OrderForm>, object]>([
  ['a token that is not known', { receive: 'unknown' }, { kind: 'unknown-token' }],
  ['a token that is looked up', { pay: null }, { kind: 'loading' }],
  ['the same token twice', { receive: TON }, { kind: 'same-token' }],
  ['a token that is paused', { receive: { ...USDT, status: 'paused' } }, { kind: 'paused', symbol: 'USDT' }],
  ['no amount', { amount: ' ' }, { kind: 'missing', what: 'amount' }],
  ['an amount of zero', { amount: '0.0' }, { kind: 'missing', what: 'amount' }],
  ['an invalid amount', { amount: 'x' }, { kind: 'unclear', what: 'amount' }],
  ['an amount with two meanings', { amount: '1,250' }, { kind: 'unclear', what: 'amount' }],
  [
    'more decimals than the token bought has',
    { ...EXACT, amount: '0.0000000001' },
    { kind: 'unclear', what: 'amount' },
  ],
  ['an exact amount without a price', { ...EXACT, price: '' }, { kind: 'missing', what: 'price' }],
  ['no price', { price: '' }, { kind: 'missing', what: 'price' }],
  ['a price of zero', { price: '0' }, { kind: 'missing', what: 'price' }],
  ['a price with two meanings', { price: '2.600' }, { kind: 'unclear', what: 'price' }],
  ['an end without a time', { ends: 'custom' }, { kind: 'wrong', what: 'end' }],
  ['an end in the past', { ends: 'custom', until: local(NOW - 60_000) }, { kind: 'wrong', what: 'end' }],
  ['an end after a year', { ends: 'custom', until: local(NOW + 366 * DAY_MS) }, { kind: 'wrong', what: 'end' }],
  ['no number of parts', { ...RECURRING, times: '' }, { kind: 'missing', what: 'times' }],
  ['one part', { ...RECURRING, times: '1' }, { kind: 'wrong', what: 'times' }],
  ['1,001 parts', { ...RECURRING, times: '1001' }, { kind: 'wrong', what: 'times' }],
  ['1,001 parts in full-width digits', { ...RECURRING, times: '１００１' }, { kind: 'wrong', what: 'times' }],
  ['2.5 parts', { ...RECURRING, times: '2.5' }, { kind: 'wrong', what: 'times' }],
  ['no interval', { ...RECURRING, every: '' }, { kind: 'missing', what: 'every' }],
  ['an interval of zero', { ...RECURRING, every: '0' }, { kind: 'wrong', what: 'every' }],
  ['parts over more than a year', { ...RECURRING, times: '367' }, { kind: 'wrong', what: 'long' }],
  ['parts smaller than a unit', { ...RECURRING, amount: '0.000000009' }, { kind: 'wrong', what: 'part' }],
  ['a stop without a trigger', { ...STOP, stop: '' }, { kind: 'missing', what: 'stop' }],
  ['a trigger with two meanings', { ...STOP, stop: '2,300' }, { kind: 'unclear', what: 'stop' }],
  ['a stop with an empty limit', { ...STOP, hasLimit: true, price: '' }, { kind: 'missing', what: 'price' }],
  ['recurring with an empty limit', { ...RECURRING, hasLimit: true, price: '' }, { kind: 'missing', what: 'price' }],
])('a form with %s (%j) has the state %j', (_, change, state) => {
  expect(read(change)).toMatchObject(state);
});

test.each<[string, Partial<OrderForm>, object]>([
  ['a limit order', {}, { price: '2.6' }],
  ['a price per token received', { isInverse: true, price: '0.4' }, { minReceived: '250' }],
  ['an order that is filled whole', { isWhole: true }, { price: '2.6', parts: false }],
  ['an order that ends tomorrow', { ends: '1' }, { price: '2.6', expiresAt: (NOW + DAY_MS) / 1000 }],
  ['an order that ends in a year', { ends: '365' }, { price: '2.6', expiresAt: (NOW + 365 * DAY_MS) / 1000 }],
  [
    'an order that ends at a chosen time',
    { ends: 'custom', until: local(NOW + 3_600_000) },
    { price: '2.6', expiresAt: (NOW + 3_600_000) / 1000 },
  ],
  [
    'a stop without a limit, which gets the lowest,',
    STOP,
    { minReceived: '0.001', kind: 'stop', trigger: { below: '2.3' }, maxSlippage: '0.03' },
  ],
  [
    'a stop over a minute',
    { ...STOP, over: '1' },
    { minReceived: '0.001', kind: 'stop', trigger: { below: '2.3', over: 60 }, maxSlippage: '0.03' },
  ],
  [
    'a stop that waits for a rise over an hour, with a limit',
    { ...STOP, when: 'above', hasLimit: true, over: '60', guard: '10' },
    { price: '2.6', kind: 'stop', trigger: { above: '2.3', over: 3600 }, maxSlippage: '0.1' },
  ],
  // The price of a received token rises when that of the sold one falls.
  [
    'a stop at a price per token received',
    { ...STOP, when: 'above', isInverse: true, stop: '4', over: '0' },
    { minReceived: '0.001', kind: 'stop', trigger: { below: '0.25', over: 0 }, maxSlippage: '0.03' },
  ],
  ['a recurring order', RECURRING, { kind: 'recurring', times: 10, every: 86_400 }],
  ['a recurring order over a year', { ...RECURRING, times: '366' }, { kind: 'recurring', times: 366, every: 86_400 }],
  [
    'a recurring order with a limit, every two minutes,',
    { ...RECURRING, hasLimit: true, every: '2', unit: 'minute' },
    { kind: 'recurring', times: 10, every: 120, price: '2.6' },
  ],
])('%s is sent with the terms that were typed', (_, change, rest) => {
  const Pair = { tokenA: 'ton', tokenB: 'usdt' };
  expect(inputOf(read(change) as Terms, NOW)).toEqual({ Pair, amount: { tokenA: '100' }, ...rest });
});

test.each<[string, Partial<OrderForm>, object, object]>([
  ['5 TON at 2.6', {}, { tokenB: '5' }, { maxPaid: '13' }],
  [
    'an amount whose price is no whole unit',
    { amount: '0.333333333' },
    { tokenB: '0.333333333' },
    { maxPaid: '0.866666' },
  ],
  ['a price per token paid', { isInverse: false, price: '0.4' }, { tokenB: '5' }, { maxPaid: '12.5' }],
  ['all at once', { isWhole: true }, { tokenB: '5' }, { maxPaid: '13', parts: false }],
])('an exact amount is sent with the most that is paid for it: %s', (_, change, amount, rest) => {
  const terms = read({ ...EXACT, ...change }) as Terms;
  expect(inputOf(terms, NOW)).toEqual({ Pair: { tokenA: 'usdt', tokenB: 'ton' }, amount, ...rest });
  expect(terms).toMatchObject({ amount: (rest as { maxPaid: string }).maxPaid, isExact: true });
});

test('without a chosen end, an order ends after 30 days, a recurring one not before its last part', () => {
  const endOf = (change: Partial<OrderForm>) => (endsAtMs(read(change) as Terms, NOW) - NOW) / DAY_MS;
  expect([endOf({}), endOf({ ends: '7' }), endOf(RECURRING), endOf({ ...RECURRING, times: '60' })]).toEqual([
    30, 7, 30, 60,
  ]);
});

test.each<[string, Partial<OrderForm>, object | null]>([
  ['amount and price', {}, { amount: '100', price: '2.6' }],
  // The current price is requested before a limit is typed.
  ['no price yet', { price: '' }, { amount: '100', minReceived: '0.001' }],
  ['nothing typed yet', { amount: '', price: '' }, { amount: '1', minReceived: '0.001' }],
  ['a stop', STOP, { amount: '100', minReceived: '0.001', triggerBelow: '2.3', maxSlippage: '0.03' }],
  [
    'a stop over five minutes',
    { ...STOP, over: '5' },
    { amount: '100', minReceived: '0.001', triggerBelow: '2.3', over: 300, maxSlippage: '0.03' },
  ],
  // The current average is requested before a trigger is typed.
  [
    'a stop without a trigger yet',
    { ...STOP, stop: '' },
    { amount: '100', minReceived: '0.001', triggerBelow: `0.${'0'.repeat(23)}1`, maxSlippage: '0.03' },
  ],
  ['a limit that is switched off', { ...RECURRING, price: '9' }, { amount: '100', minReceived: '0.001' }],
])('with %s (%j), the quote is requested with %j', (_, change, asked) => {
  expect(quoteInputOf({ ...FORM, ...change })).toEqual({ tokenA: 'ton', tokenB: 'usdt', ...asked });
});

test.each<[string, Partial<OrderForm>, object]>([
  ['with what may be paid for it', {}, { amount: '13', minReceived: '5' }],
  ['so at a price per token paid too', { isInverse: false, price: '0.4' }, { amount: '12.5', minReceived: '5' }],
  ['without an amount until there is a price', { price: '' }, { amount: '1', minReceived: '0.000001' }],
])('an exact amount is quoted %s', (_, change, asked) => {
  expect(quoteInputOf({ ...FORM, ...EXACT, ...change })).toEqual({ tokenA: 'usdt', tokenB: 'ton', ...asked });
});

test('a problem with the form, balance, account, quote or connection comes before "ready"', () => {
  const quote = { marketPrice: '2.5' } as never;
  const stateOf = (change: Partial<OrderForm>, of: object = {}, stream = 'live') => {
    const { quoted = { kind: 'quoted', quote }, ...balances } = of as { quoted?: Quoted };
    const known = { account: 'ann', isKnown: true, pay: '100', ...balances };
    return orderState(read(change), { kind: 'idle' }, quoted, known, { state: stream as 'live', head: 1 }).kind;
  };
  expect(stateOf({})).toBe('ready');
  expect(stateOf({ amount: '100.000000001' })).toBe('not-enough');
  expect(stateOf({}, { pay: null })).toBe('ready');
  // An exact amount needs the most that may be paid for it.
  expect(stateOf(EXACT, { pay: '13' })).toBe('ready');
  expect(stateOf(EXACT, { pay: '12.999999' })).toBe('not-enough');
  expect(stateOf({}, { account: null })).toBe('signed-out');
  expect(stateOf({}, { isKnown: false })).toBe('asking');
  expect(stateOf({}, { quoted: { kind: 'asking' } })).toBe('asking');
  expect(stateOf({}, { quoted: { kind: 'failed', failure: { code: 'order_too_small', message: '' } } })).toBe('failed');
  expect(stateOf({}, {}, 'offline')).toBe('offline');
  expect(stateOf({ amount: '' }, {}, 'offline')).toBe('missing');
});
