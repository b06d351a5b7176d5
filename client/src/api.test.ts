// The generated types match the document, and the compiler checks calls against them.
import { readFile } from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import { generate } from '../generate.ts';
import type { Decimal, ErrorCode, Millpond } from './client.ts';

test('api.ts is what npm run client:types makes of the document', async () => {
  expect(await readFile(new URL('api.ts', import.meta.url), 'utf8')).toBe(generate());
});

test('the compiler checks the input and output of calls', () => {
  const never = async (millpond: Millpond) => {
    const quote = await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amount: '10' });
    expectTypeOf(quote.amountB).toEqualTypeOf<Decimal>();
    // @ts-expect-error: a decimal is not a number.
    const float: number = quote.amountB;
    // @ts-expect-error: a text is not a decimal.
    const text: Decimal = '1';
    // @ts-expect-error: an unknown field.
    await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amont: '10' });
    // @ts-expect-error: a field is missing.
    await millpond.getQuote({ tokenA: 'A' });
    // @ts-expect-error: an amount as a float.
    await millpond.getQuote({ tokenA: 'A', tokenB: 'B', amount: 0.1 });
    // @ts-expect-error: an unknown call.
    await millpond.getQuotes();
    // @ts-expect-error: an unknown code.
    const code: ErrorCode = 'no_such_code';
    await millpond.getTokens({ limit: 10 });
    await millpond.getBalances({ token: ['A', 'B'] });
    await millpond.whoami();
    // The fields of a quote can be sent back unchanged.
    const { route, amountA, amountB } = quote;
    const Pair = { tokenA: 'A', tokenB: 'B' };
    await millpond.createSwap({ Pair, amount: { tokenA: amountA }, minReceived: amountB, route });
    return [float, text, code];
  };
  expect(never).toBeTypeOf('function');
});
