// GET /getRouterData
import Type from 'typebox';
import { Num, rate, Str, TokenRecord, tokenRecord } from '../answers.ts';
import { defineCall } from '../call.ts';

export const getRouterData = defineCall({
  name: 'getRouterData',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'Router configuration and supported tokens',
  description: 'Addresses of the router and the factory, the platform fee and the tokens that can be swapped.',
  answer: Type.Object({
    routerAddress: Str('Router address.', 'EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3'),
    factoryAddress: Str(
      'Factory address, from which all others derive.',
      'EQD9LMiYwabndVSgpolA1nPvZKKSMHUfamPKBegz85HU21Tx',
    ),
    platformFee: Num('Default fee of a swap as a fraction: lpFee + protocolFee.', 0.003),
    swapGasEstimate: Type.Integer({ description: 'Balance updates that a direct swap writes.', examples: [5] }),
    supportedTokens: Type.Array(TokenRecord, { description: 'Tokens supported by the router.' }),
  }),
  async handle({ exchange }) {
    const { lpFeePpm, protocolFeePpm } = exchange.policy.rates;
    return {
      routerAddress: exchange.addresses.router,
      factoryAddress: exchange.addresses.factory,
      platformFee: rate(lpFeePpm + protocolFeePpm),
      swapGasEstimate: exchange.swapGasEstimate,
      supportedTokens: (await exchange.tokens()).map(tokenRecord),
    };
  },
});
