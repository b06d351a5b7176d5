// GET /getBalances
import Type from 'typebox';
import { Num, PageOf, TokenRecord, tokenRecord, whole } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, PageQuery, readPage } from '../fields.ts';

export const getBalances = defineCall({
  name: 'getBalances',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: "The caller's balances",
  description: 'Every token that the caller holds, LP tokens (symbol LP, under the address of their pool) included.',
  query: Fields(PageQuery),
  answer: PageOf(
    'balances',
    Type.Object({ ...TokenRecord.properties, balance: Num('Balance in whole tokens.', 1000) }),
  ),
  async handle({ exchange, query, caller }) {
    const { items, nextCursor } = await exchange.balances(caller.account, readPage(query));
    const balances = items.map(({ token, balance }) => ({ ...tokenRecord(token), balance: whole(balance, token) }));
    return { balances, nextCursor };
  },
});
