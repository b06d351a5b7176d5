// GET /getRouterData
import * as declared from '../../../contract/market.ts';
import { questionOf } from '../../call.ts';
import { rate, tokenRecord } from '../../fields/records.ts';

export const getRouterData = questionOf(
  declared.getRouterData,
  async ({ venue }) => {
    const { routerAddress, factoryAddress, platformFeePpm, swapGasEstimate, tokens } = await venue.router();
    return {
      routerAddress,
      factoryAddress,
      platformFee: rate(platformFeePpm),
      swapGasEstimate,
      supportedTokens: tokens.map(tokenRecord),
    };
  },
  { isOftenRepeated: true },
);
