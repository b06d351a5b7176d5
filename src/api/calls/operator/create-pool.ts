// POST /createPool
import * as declared from '../../../contract/operator.ts';
import { shapeFrom } from '../../../core/curves/curves.ts';
import { changeOf } from '../../call.ts';
import { coarseOf } from '../../fields/coarse-tokens.ts';
import { readForce, readTerms, termsRecord } from '../../fields/pool-terms.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';
import { readShape, shapeRecord } from '../../fields/shape.ts';

export const createPool = changeOf(declared.createPool, {
  async read({ venue, market, input }) {
    const pair = await readBodyPair(venue, input);
    return {
      command: {
        kind: 'createPool',
        ...addressesOf(pair),
        ...readTerms(input),
        ...readShape(input),
        ...readForce(input),
        coarse: await coarseOf(pair, { venue, market }),
      },
    };
  },
  answer: ({ receipt }) => ({
    poolAddress: receipt.pool,
    token1Address: receipt.tokenA,
    token2Address: receipt.tokenB,
    ...termsRecord(receipt),
    ...shapeRecord(shapeFrom(receipt)),
  }),
});
