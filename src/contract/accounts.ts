// What an account holds.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { Num, PageOf, TokenRecord } from './records.ts';

export const getBalances = declareCall({
  name: 'getBalances',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: "The caller's balances",
  description: 'Every token that the caller holds, LP tokens (symbol LP, under the address of their pool) included.',
  input: Fields(PageQuery),
  output: PageOf(
    'balances',
    Type.Object({ ...TokenRecord.properties, balance: Num('Balance in whole tokens.', 1000) }),
  ),
});
