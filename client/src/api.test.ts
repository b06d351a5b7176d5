// The types are those of the document as it is today, and the compiler holds whoever calls to them.
import { readFile } from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import { generate } from '../generate.ts';
import type { Decimal, ErrorCode, Millpond } from './client.ts';

test('api.ts is what npm run client:types makes of the document', async () => {
  expect(await readFile(new URL('api.ts', import.meta.url), 'utf8')).toBe(generate());
});

test('what a call takes and answers is checked when it is compiled', () => {
  const never = async (millpond: Millpond) => {
    const quote = await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amount: '10' });
    expectTypeOf(quote.amountB).toEqualTypeOf<Decimal>();
    // @ts-expect-error: a decimal is no number.
    const float: number = quote.amountB;
    // @ts-expect-error: nor is any text a decimal.
    const text: Decimal = '1';
    // @ts-expect-error: a field that no call has.
    await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amont: '10' });
    // @ts-expect-error: a field is missing.
    await millpond.getQuote({ tokenA: 'A' });
    // @ts-expect-error: an amount as a float.
    await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amount: 0.1 });
    // @ts-expect-error: a call that there is not.
    await millpond.getQuotes();
    // @ts-expect-error: a code that there is not.
    const code: ErrorCode = 'no_such_code';
    await millpond.getTokens({ limit: 10 });
    await millpond.getBalances({ token: ['A', 'B'] });
    await millpond.whoami();
    // What a quote answers can be sent as it came.
    const { route, amountA, amountB } = quote;
    const Pair = { tokenA: 'A', tokenB: 'B' };
    await millpond.createSwap({ Pair, amount: { tokenA: amountA }, minReceived: amountB, route });
    return [float, text, code];
  };
  expect(never).toBeTypeOf('function');
});
