// POST /collectFees
import * as declared from '../../../contract/operator.ts';
import { changeOf } from '../../call.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';
import { liquidityRecord } from '../../fields/records.ts';

export const collectFees = changeOf(declared.collectFees, {
  async read({ venue, input }) {
    const pair = await readBodyPair(venue, input);
    return { command: { kind: 'collectFees', ...addressesOf(pair) }, pair };
  },
  answer({ receipt }, { pair }) {
    const { poolAddress, ...paid } = liquidityRecord(receipt, pair);
    return { poolAddress, protocolFeeAddress: receipt.to, ...paid };
  },
});
