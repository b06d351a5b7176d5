// POST /createPool
import * as declared from '../../contract/operator.ts';
import { changeOf } from '../call.ts';
import { addressesOf, readAccount, readBodyPair, readFraction } from '../read-fields.ts';
import { rate } from '../records.ts';

export const createPool = changeOf(declared.createPool, {
  async read({ venue, input }) {
    const pair = await readBodyPair(venue, input);
    const { lpFee, protocolFee, refFee, protocolFeeAddress } = input;
    return {
      command: {
        kind: 'createPool',
        ...addressesOf(pair),
        ...(lpFee !== undefined && { lpFeePpm: readFraction(lpFee, 'lpFee') }),
        ...(protocolFee !== undefined && { protocolFeePpm: readFraction(protocolFee, 'protocolFee') }),
        ...(refFee !== undefined && { refFeePpm: readFraction(refFee, 'refFee') }),
        ...(protocolFeeAddress !== undefined && {
          protocolFeeAddress: readAccount(protocolFeeAddress, 'protocolFeeAddress'),
        }),
      },
    };
  },
  answer: ({ receipt }) => ({
    poolAddress: receipt.pool,
    token1Address: receipt.tokenA,
    token2Address: receipt.tokenB,
    lpFee: rate(receipt.lpFeePpm),
    protocolFee: rate(receipt.protocolFeePpm),
    refFee: rate(receipt.refFeePpm),
    protocolFeeAddress: receipt.protocolFeeAddress ?? 'N/A',
  }),
});
