// GET /getPools
import Type from 'typebox';
import { PageOf, PoolRecord, poolRecord, Str } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, PageQuery, readPage, TON, USDT } from '../fields.ts';

export const getPools = defineCall({
  name: 'getPools',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'All pools',
  description: 'Oldest first, a page at a time; each as getPoolData shows it, with its address and its two tokens.',
  query: Fields(PageQuery),
  answer: PageOf(
    'pools',
    Type.Object({
      poolAddress: Str('Address of the pool and of its LP token.', 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL'),
      jetton0: Str('The first token.', TON),
      jetton1: Str('The second token.', USDT),
      ...PoolRecord.properties,
    }),
  ),
  async handle({ exchange, query }) {
    const { items, nextCursor } = await exchange.pools(readPage(query));
    const pools = items.map((view) => {
      const { address, token0, token1 } = view.pool;
      return { poolAddress: address, jetton0: token0, jetton1: token1, ...poolRecord(view, token0) };
    });
    return { pools, nextCursor };
  },
});
