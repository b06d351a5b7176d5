// The figures that a newcomer sees first are round.
import pino from 'pino';
import { expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import type { Account } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { createDemoMarket } from './demo.ts';

const LOCAL = 'local' as Account;
const on = useExchange([]);

test('the demo market begins with round reserves, positions and balances', async () => {
  await createDemoMarket(on.exchange, pino({ level: 'silent' }));
  const pools = (await on.exchange.pools({ limit: 50 })).items;
  const figures = pools.map(({ token0, token1, reserve0, reserve1 }) => {
    const [one, other] = [printDecimal(reserve0, token0.decimals), printDecimal(reserve1, token1.decimals)];
    return `${one} ${token0.symbol} ${other} ${token1.symbol}`;
  });
  expect(figures).toEqual([
    '2000000 TON 5000000 USDT',
    '1600000 STON 1000000 USDT',
    '3000000 USDT 3000000 jDAI',
    '720000 TON 800000000 NOT',
    '200000 TON 2000000000 DOGS',
    '600000 STON 150000 TON',
  ]);
  const curves = pools.map(({ curve, amplification }) =>
    amplification === null ? curve : `${curve} ${amplification}`,
  );
  expect(curves).toEqual(figures.map((pool) => (pool.includes('jDAI') ? 'stable 200' : 'constant-product')));
  for (const { token0, token1, reserve0, reserve1 } of pools) {
    const position = await on.exchange.position(LOCAL, token0.address, token1.address);
    expect([position.amountA, position.amountB]).toEqual([reserve0 / 1000n, reserve1 / 1000n]);
    expect(position.lpTokens * 1000n).toBe(position.lpSupply);
    expect(printDecimal(position.lpTokens, 9)).toMatch(/^\d+$/);
  }
  const purse = (await on.exchange.balances(LOCAL, { limit: 50 })).items.filter(({ token }) => token.symbol !== 'LP');
  expect(purse.map(({ token, balance }) => `${printDecimal(balance, token.decimals)} ${token.symbol}`).sort()).toEqual([
    '100000 USDT',
    '10000000 NOT',
    '100000000 DOGS',
    '20000 TON',
    '50000 STON',
    '50000 jDAI',
  ]);
});
