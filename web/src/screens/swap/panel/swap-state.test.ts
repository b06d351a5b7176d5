// Every state of the swap panel, on both sides of each boundary.
import { describe, expect, test } from 'vitest';
import type { TokenInfo } from '../../../data/token-info.ts';
import { labelIn } from './labels.ts';
import type { PreparedSwap, Quote } from './prepared-swap.ts';
import type { Press } from './press.ts';
import {
  type Balances,
  exactOf,
  type Form,
  mayPress,
  placeholderOf,
  type Quoted,
  type Stream,
  swapState,
} from './swap-state.ts';

const TON: TokenInfo = { address: 'ton', symbol: 'TON', decimals: 9, status: 'listed' };
const USDT: TokenInfo = { address: 'usdt', symbol: 'USDT', decimals: 6, status: 'listed' };

const quote = (more: object = {}): Quote =>
  ({
    tokenA: 'ton',
    tokenB: 'usdt',
    amountA: '1250',
    amountB: '3985.524511',
    price: '3.1884196088',
    priceImpact: '0.0006',
    midPrice: '3.2',
    totalCost: '0.0036',
    route: [{ poolAddress: 'p', tokenA: 'ton', tokenB: 'usdt', share: 1_073_741_824 }],
    entries: [],
    sequence: 12_408,
    ...more,
  }) as unknown as Quote;
const quoted = (more: object = {}, first: Quote | null = null, known: object = {}): Quoted => ({
  kind: 'quoted',
  quote: quote(more),
  first: first ?? quote(more),
  ...known,
});
const failed = (code: string): Quoted => ({ kind: 'failed', failure: { code: code as never, message: 'Said.' } });

const FORM: Form = {
  pay: TON,
  receive: USDT,
  side: 'pay',
  typed: '1250',
  less: '0',
  effect: '',
  press: { kind: 'idle' },
};
const BALANCES: Balances = { account: 'local', pay: '20000', maxEffect: '0.15' };
const LIVE: Stream = { state: 'live', head: 12_410 };

const stateOf = (form: Partial<Form> = {}, of: Quoted = quoted(), balances: Partial<Balances> = {}, stream = LIVE) =>
  swapState({ ...FORM, ...form }, of, { ...BALANCES, ...balances }, stream);
const kindOf = (...args: Parameters<typeof stateOf>) => {
  const state = stateOf(...args);
  return state.kind === 'unclear' ? state.reading.kind : state.kind;
};

test.each<[Partial<Form>, Quote | null, string | null, string | null]>([
  [{}, quote(), '1250', '3985.524511'],
  [{ typed: '1.250,5' }, quote(), '1250.5', '3985.524511'],
  [{ typed: '1.250' }, quote(), null, '3985.524511'],
  // An amount from the server is never ambiguous.
  [{}, quote({ amountB: '1.255' }), '1250', '1.255'],
  [{ side: 'receive', typed: '7' }, quote({ amountA: '2.125' }), '2.125', '7'],
  [{ typed: '' }, null, null, null],
  [{ typed: 'x' }, null, null, null],
  [{ pay: null }, null, null, null],
])('the exact amounts come from the typed side and the quote: %j', (form, of, pay, receive) => {
  expect(exactOf({ ...FORM, ...form }, of)).toEqual({ pay, receive });
});

describe('the typed amount', () => {
  test.each([
    ['', 'nothing-typed'],
    ['   ', 'nothing-typed'],
    ['0', 'nothing-typed'],
    ['0.000', 'nothing-typed'],
    ['0.000000001', 'quoted'],
    ['0.0000000001', 'too-fine'],
    ['.', 'rubbish'],
    ['abc', 'rubbish'],
    ['-1', 'rubbish'],
    ['1e3', 'rubbish'],
    ['1.2.3', 'rubbish'],
    ['<b>1</b>', 'rubbish'],
    ['1250', 'quoted'],
    ['1250,5', 'quoted'],
    ['1,250', 'ambiguous'],
    ['1,2500', 'quoted'],
    ['1,250.5', 'quoted'],
    ['1.250,5', 'quoted'],
    ['1’250.5', 'quoted'],
    ['1329227995784915872903807060.280344575', 'quoted'],
    ['1329227995784915872903807060.280344576', 'too-large'],
    ['1'.repeat(27), 'quoted'],
    ['1'.repeat(40), 'too-large'],
  ])('%j is %s', (typed, kind) => expect(kindOf({ typed })).toBe(kind));

  test('needs a choice if it is ambiguous or has too many decimals', () => {
    for (const typed of ['1,250', '1.250'])
      expect(stateOf({ typed })).toMatchObject({
        kind: 'unclear',
        reading: { kind: 'ambiguous', readings: ['1250', '1.25'] },
      });
    const fine = stateOf({ side: 'receive', typed: '12.3456789' });
    expect(fine).toMatchObject({ kind: 'unclear', token: USDT, reading: { kind: 'too-fine', nearest: '12.345678' } });
  });
});

test.each([
  ['', { kind: 'none' }, '0'],
  ['0', { kind: 'none' }, '0'],
  ['1250', { kind: 'asking' }, '…'],
  ['10.000', { kind: 'none' }, ''],
  ['abc', { kind: 'none' }, ''],
  ['1250', failed('unknown_pool'), ''],
] as const)('with "%s" typed and the other side %o, the placeholder is "%s"', (typed, of, shown) => {
  const form = { ...FORM, typed };
  expect(placeholderOf('receive', form, stateOf({ typed }, of))).toBe(shown);
  expect(placeholderOf('pay', form, stateOf({ typed }, of))).toBe('0');
});

describe('the tokens', () => {
  const paused = { ...USDT, status: 'paused' };
  test.each<[string, Partial<Form>, string]>([
    ['the paid token is being looked up', { pay: null }, 'loading'],
    ['the received token is being looked up', { receive: null }, 'loading'],
    ['the paid token is unknown', { pay: 'unknown' }, 'unknown-token'],
    ['the received token is unknown', { receive: 'unknown', pay: null }, 'unknown-token'],
    ['both are the same', { receive: TON }, 'same-token'],
    ['the received token is paused', { receive: paused }, 'paused'],
    ['the received token is paused and nothing is typed', { receive: paused, typed: '' }, 'paused'],
    ['the received token is hidden', { receive: { ...USDT, status: 'hidden' } }, 'quoted'],
  ])('if %s (%j) the state is %s', (_, form, kind) => expect(kindOf(form)).toBe(kind));
});

test.each([
  ['unknown_pool', 'no-way'],
  ['unknown_token', 'no-way'],
  ['no_liquidity', 'empty-pool'],
  ['output_zero', 'too-little'],
  ['pool_too_small', 'pool-too-small'],
  ['token_paused', 'paused'],
  ['pool_paused', 'paused'],
  ['amount_too_large', 'failed'],
  ['network', 'failed'],
])('a quote that fails with %s gives the state %s', (code, kind) => expect(kindOf({}, failed(code))).toBe(kind));

describe('a balance', () => {
  test.each<[string | null, string]>([
    ['1249.999999999', 'not-enough'],
    ['1250', 'quoted'],
    ['0', 'not-enough'],
    [null, 'quoted'],
  ])('of %s TON for a payment of 1,250 TON is %s', (pay, kind) => expect(kindOf({}, quoted(), { pay })).toBe(kind));

  test('is compared with the quoted payment if the other side is typed', () => {
    const form = { side: 'receive', typed: '3985.524511' } as const;
    expect(kindOf(form, quoted(), { pay: '1249.999999999' })).toBe('not-enough');
    expect(kindOf(form, quoted(), { pay: '1250' })).toBe('quoted');
  });

  test('is not needed for a quote without an account', () => {
    expect(stateOf({}, quoted(), { account: null, pay: null })).toMatchObject({ kind: 'signed-out' });
  });
});

describe('the price impact', () => {
  test.each([
    ['0', 'quoted', true],
    ['0.009999999999999999', 'quoted', true],
    ['0.01', 'quoted', false],
    ['0.049999999999999999', 'quoted', false],
    ['0.05', 'large', undefined],
    ['0.15', 'large', undefined],
    ['0.150000000000000001', 'over-limit', undefined],
    ['0.999', 'over-limit', undefined],
  ])('of %s gives the state %s, shown quietly: %s', (priceImpact, kind, isQuiet) => {
    const state = stateOf({}, quoted({ priceImpact }));
    expect(state.kind).toBe(kind);
    if (state.kind === 'quoted') expect(state.isQuiet).toBe(isQuiet);
  });

  test('that is large comes with the amount lost and the impact of a tenth of the amount', () => {
    const state = stateOf({}, quoted({ priceImpact: '0.2', amountB: '80' }, null, { tenth: '0.008' }), {
      maxEffect: '0.5',
    });
    expect(state).toMatchObject({ kind: 'large', lost: '20', tenth: '0.008' });
  });

  test.each<[string, string, boolean]>([
    ['', '0.1664', false],
    ['16.63', '0.1664', false],
    ['16.64', '0.1664', true],
    ['16.64', '0.166400000000000001', false],
    ['16,65 %', '0.166400000000000001', true],
    ['100', '0.999', true],
    ['101', '0.999', false],
    ['yes', '0.1664', false],
  ])('over the limit: %j typed for an impact of %s confirms it: %s', (effect, priceImpact, isTyped) => {
    const state = stateOf({ effect }, quoted({ priceImpact }));
    expect(state).toMatchObject({ kind: 'over-limit', isTyped });
    expect(mayPress(state)).toBe(isTyped);
  });

  test('over the limit is sent as maxPriceImpact only if it was typed', () => {
    const over = quoted({ priceImpact: '0.1664' }, null, { most: '1100' });
    expect(stateOf({ effect: '16.65' }, over)).toMatchObject({
      why: 'effect',
      figure: '16.64',
      most: '1100',
      order: { input: { maxPriceImpact: '0.1665' } },
    });
    expect(stateOf({}, over)).not.toHaveProperty('order.input.maxPriceImpact');
    expect(stateOf({ effect: '16.65' })).not.toHaveProperty('order.input.maxPriceImpact');
  });
});

describe('the whole cost', () => {
  test.each([
    ['0', 'quoted', true],
    ['0.009999999999999999', 'quoted', true],
    ['0.01', 'quoted', false],
    ['0.049999999999999999', 'quoted', false],
    ['0.05', 'large', undefined],
    ['0.15', 'large', undefined],
    ['0.150000000000000001', 'over-limit', undefined],
    ['1', 'over-limit', undefined],
  ])('of %s gives the state %s even with a small price impact, shown quietly: %s', (totalCost, kind, isQuiet) => {
    const state = stateOf({}, quoted({ totalCost }));
    expect(state.kind).toBe(kind);
    if (state.kind === 'quoted') expect(state.isQuiet).toBe(isQuiet);
    if (state.kind === 'large' || state.kind === 'over-limit') expect(state.why).toBe('cost');
  });

  test('that is large comes with the amount lost', () => {
    const state = stateOf({}, quoted({ totalCost: '0.2', priceImpact: '0.01', amountB: '80' }), { maxEffect: '0.5' });
    expect(state).toMatchObject({ kind: 'large', why: 'cost', lost: '20' });
  });

  test.each<[string, boolean]>([
    ['', false],
    ['50.23', false],
    ['50.24', true],
    ['100', true],
  ])('over the limit has to be confirmed: %j typed confirms it: %s', (effect, isTyped) => {
    const state = stateOf({ effect }, quoted({ totalCost: '0.502301', priceImpact: '0.0006' }));
    expect(state).toMatchObject({ kind: 'over-limit', why: 'cost', figure: '50.24', isTyped });
    expect(mayPress(state)).toBe(isTyped);
    // The exchange limits the price impact alone; this swap does not raise that limit.
    expect(state).not.toHaveProperty('order.input.maxPriceImpact');
    if (isTyped) expect(labelIn(state)).toBe('Swap 1,250 TON for 3,985.524511 USDT at a cost of 50.24%');
  });

  test('has to be typed, not the price impact, if both are over the limit', () => {
    const over = quoted({ totalCost: '0.6', priceImpact: '0.2' });
    expect(stateOf({ effect: '20' }, over)).toMatchObject({ why: 'effect', figure: '60.00', isTyped: false });
    expect(stateOf({ effect: '60' }, over)).toMatchObject({
      isTyped: true,
      order: { input: { maxPriceImpact: '0.6' } },
    });
  });

  test('over the limit is shown before a pool that moved', () => {
    expect(kindOf({}, quoted({ amountB: '1', totalCost: '0.2' }, quote({ amountB: '1000' })))).toBe('over-limit');
  });
});

describe('a pool that moved', () => {
  const first = quote({ amountB: '1000' });
  const moved = (amountB: string, less: Form['less'] = '0') => stateOf({ less }, quoted({ amountB }, first));
  test.each<[string, Form['less'], string]>([
    ['999.999999', '0', 'moved'],
    ['1000', '0', 'quoted'],
    ['1000.000001', '0', 'quoted'],
    ['999', '0.1', 'quoted'],
    ['998.999999', '0.1', 'moved'],
    ['990', '1', 'quoted'],
    ['989.999999', '1', 'moved'],
  ])('to %s with %s %% less accepted is %s', (amountB, less, kind) => expect(moved(amountB, less).kind).toBe(kind));

  test('shows by how much the amount received is worse or better', () => {
    expect(moved('995.5')).toMatchObject({ worse: '4.5', part: '0.0045' });
    expect(labelIn(moved('995.5'))).toBe('Swap for 995.5 USDT');
    expect(moved('1000.25')).toMatchObject({ kind: 'quoted', better: '0.25' });
    expect(moved('1000')).toMatchObject({ better: null });
  });

  test('compares the payments if the amount to receive is typed', () => {
    const form = { side: 'receive', typed: '3985.524511' } as const;
    const state = stateOf(form, quoted({ amountA: '1251' }, quote()));
    expect(state).toMatchObject({ kind: 'moved', worse: '1' });
    expect(labelIn(state)).toBe('Swap 1,251 TON');
    expect(kindOf({ ...form, less: '0.1' }, quoted({ amountA: '1251.25' }, quote()))).toBe('quoted');
    expect(kindOf({ ...form, less: '0.1' }, quoted({ amountA: '1251.250000001' }, quote()))).toBe('moved');
  });

  test('comes after an insufficient balance and an impact over the limit, and before a large impact', () => {
    expect(kindOf({}, quoted({ amountB: '1' }, first), { pay: '1' })).toBe('not-enough');
    expect(kindOf({}, quoted({ amountB: '1', priceImpact: '0.2' }, first))).toBe('over-limit');
    expect(kindOf({}, quoted({ amountB: '1', priceImpact: '0.06' }, first))).toBe('moved');
  });
});

describe('the button', () => {
  test('names both amounts, and sends the quoted amount as the least to receive', () => {
    const state = stateOf();
    expect(labelIn(state)).toBe('Swap 1,250 TON for 3,985.524511 USDT');
    expect(state).toMatchObject({
      order: {
        input: {
          Pair: { tokenA: 'ton', tokenB: 'usdt' },
          amount: { tokenA: '1250' },
          minReceived: '3985.524511',
          route: [{ tokenA: 'ton', tokenB: 'usdt', share: 1_073_741_824 }],
        },
      },
    });
  });

  test('sends the quoted payment as the most to pay if the amount to receive is typed', () => {
    const state = stateOf({ side: 'receive', typed: '3985.524511' });
    expect(labelIn(state)).toBe('Swap 1,250 TON for 3,985.524511 USDT');
    expect(state).toMatchObject({ order: { input: { amount: { tokenB: '3985.524511' }, maxPaid: '1250' } } });
  });

  test.each<[Form['less'], string, string]>([
    ['0.1', '3981.538987', '1251.25'],
    ['0.5', '3965.596889', '1256.25'],
    ['1', '3945.669266', '1262.5'],
  ])('with %s %% accepted, sends %s as the least to receive or %s as the most to pay', (less, least, most) => {
    expect(stateOf({ less })).toMatchObject({ order: { input: { minReceived: least } } });
    const form = { less, side: 'receive', typed: '3985.524511' } as const;
    expect(stateOf(form)).toMatchObject({ order: { input: { maxPaid: most } } });
  });
});

describe('the stream', () => {
  const at = (state: Stream['state'], of: Quoted = quoted()) => stateOf({}, of, {}, { state, head: 12_410 });
  test.each<[Stream['state'], string, object]>([
    ['live', 'quoted', { kind: 'still', sequence: 12_408 }],
    ['connecting', 'quoted', { kind: 'still', sequence: 12_408 }],
    ['lost', 'quoted', { kind: 'not-live', sequence: 12_408 }],
    ['offline', 'offline', { kind: 'not-live', sequence: 12_408 }],
    ['polled', 'quoted', { kind: 'polled' }],
  ])('%s gives the state %s, foot %j', (state, kind, foot) => expect(at(state)).toMatchObject({ kind, foot }));

  test('without a quote, shows the last known sequence number only if it is lost', () => {
    expect(at('lost', { kind: 'asking' })).toMatchObject({
      kind: 'asking',
      foot: { kind: 'not-live', sequence: 12_410 },
    });
    expect(at('polled', { kind: 'asking' })).toMatchObject({ kind: 'asking', foot: { kind: 'none' } });
    expect(at('live', { kind: 'asking' })).toMatchObject({ kind: 'asking', foot: { kind: 'none' } });
  });
});

describe('a press', () => {
  const pressed = { key: 'k', account: 'local', order: {} as PreparedSwap, at: 0, head: 0 };
  const failure = { code: 'below_minimum', message: 'Said.' } as const;
  test.each<[Press, string]>([
    [{ kind: 'sending', pressed }, 'Submitting'],
    [{ kind: 'asking-again', pressed, attempt: 2 }, 'Checking, attempt 2'],
    [{ kind: 'pending', pressed, transactionId: 't' }, 'Waiting for TON'],
    [{ kind: 'unknown', pressed, failure: { code: 'network', message: '' } }, 'Check again'],
    [{ kind: 'refused', pressed, failure }, 'Get a new quote'],
    [{ kind: 'done', pressed, done: {} as never, ms: 6 }, 'Done'],
  ])('that is %j decides the state and the label "%s", whatever the form', (press, label) => {
    for (const form of [{}, { typed: '' }, { receive: TON }, { pay: null }]) {
      const state = stateOf({ ...form, press }, quoted(), { pay: '0' }, { state: 'offline', head: 1 });
      expect(state.kind).toBe(press.kind);
      expect(labelIn(state)).toBe(label);
      expect(mayPress(state)).toBe(false);
    }
  });
});

test('a swap that failed on the chain is shown as refused, with its reason', () => {
  const pressed = { key: 'k', account: 'local', order: {} as PreparedSwap, at: 0, head: 0 };
  const at = (status: string) =>
    stateOf({ press: { kind: 'done', pressed, done: { status, reason: 'the price moved' } as never, ms: 6 } });
  expect(at('failed')).toMatchObject({
    kind: 'refused',
    pressed,
    failure: { code: 'settlement_failed', message: 'The price moved.' },
  });
  expect(at('completed')).toMatchObject({ kind: 'done' });
});

test('a press shows the sequence number of the current quote only if it was made with that quote', () => {
  const { quote } = quoted() as Extract<Quoted, { kind: 'quoted' }>;
  const footOf = (sequence: number) => {
    const pressed = { key: 'k', account: 'local', order: { quote: { ...quote, sequence } } as never, at: 0, head: 0 };
    const failure = { code: 'below_minimum', message: 'Said.' } as const;
    return stateOf({ press: { kind: 'refused', pressed, failure } }).foot;
  };
  expect(footOf(quote.sequence)).toEqual({ kind: 'still', sequence: quote.sequence });
  expect(footOf(quote.sequence - 1)).toEqual({ kind: 'none' });
});
