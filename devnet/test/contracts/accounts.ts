// The books of an exchange on the chain: the router's holdings of each token against its debts.
import type { Address } from '@ton/core';
import { addressOf, lpAccountInit } from '../../src/contracts/init.ts';
import type { Exchange } from './exchange.ts';
import { dataOf, loadPool, loadStaged } from './states.ts';

export type Pair = readonly [Address, Address];

/** Tokens in the router's wallets that no pool and no LP account of these people accounts for, and LP tokens that nobody holds. */
export async function stranded(exchange: Exchange, pairs: readonly Pair[], people: readonly Address[]) {
  const unclaimed = new Map<string, bigint>();
  const add = (token: Address, amount: bigint) => unclaimed.set(`${token}`, (unclaimed.get(`${token}`) ?? 0n) + amount);
  const tokens = new Set(pairs.flat());
  for (const token of tokens) add(token, await exchange.balance(exchange.router, token));
  for (const pair of pairs) {
    const address = exchange.poolOf(...pair);
    const [token0, token1] = exchange.inPoolOrder(...pair);
    const data = await dataOf(exchange.chain, address);
    const pool = data && loadPool(data);
    if (pool) {
      add(token0, -(pool.reserve0 + pool.collected0));
      add(token1, -(pool.reserve1 + pool.collected1));
      add(address, pool.supply - 1000n);
    }
    for (const person of people) {
      add(address, -(await exchange.balance(person, address)));
      const staged = await dataOf(exchange.chain, addressOf(lpAccountInit({ user: person, pool: address })));
      if (!staged) continue;
      const { amount0, amount1 } = loadStaged(staged);
      add(token0, -amount0);
      add(token1, -amount1);
    }
  }
  return [...unclaimed.values()];
}
