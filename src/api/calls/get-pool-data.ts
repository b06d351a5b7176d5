// GET /getPoolData
import { PoolRecord, poolRecord } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, PoolQuery, readToken } from '../fields.ts';

export const getPoolData = defineCall({
  name: 'getPoolData',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'State of a pool',
  description: 'Reserves, fees, wallets and collected protocol fees, in the order in which the two tokens are named.',
  query: Fields(PoolQuery),
  answer: PoolRecord,
  bare: true,
  async handle({ exchange, query, seen }) {
    const jetton0 = readToken(query.jetton0, 'jetton0');
    const view = await exchange.pool(jetton0, readToken(query.jetton1, 'jetton1'), seen);
    return poolRecord(view, jetton0);
  },
});
