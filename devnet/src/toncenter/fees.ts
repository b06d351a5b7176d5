// Estimates what an external message would cost the receiving account.
import { type Address, Cell, loadTransaction } from '@ton/core';
import type { Chain } from '../chain/chain.ts';
import { Refusal } from './answer.ts';

export async function estimateFee(chain: Chain, to: Address, message: Cell) {
  const result = await chain.tryOut(message, to);
  if (!result.success)
    throw new Refusal(
      500,
      `LITE_SERVER_UNKNOWN: cannot apply external message to current state : ${result.error}: exitcode=${result.vmResults?.vmExitCode}`,
    );
  const { description, totalFees } = loadTransaction(Cell.fromBase64(result.transaction).beginParse());
  if (description.type !== 'generic') throw new Refusal(500, 'only ordinary transactions have fees');
  const { storagePhase, computePhase, actionPhase } = description;
  const storage = storagePhase?.storageFeesCollected ?? 0n;
  const gas = computePhase.type === 'vm' ? computePhase.gasFees : 0n;
  const forward = actionPhase?.totalFwdFees ?? 0n;
  // The rest of the fee is for importing the message.
  const inward = totalFees.coins - storage - gas - (actionPhase?.totalActionFees ?? 0n);
  return {
    '@type': 'query.fees',
    source_fees: {
      '@type': 'fees',
      in_fwd_fee: Number(inward),
      storage_fee: Number(storage),
      gas_fee: Number(gas),
      fwd_fee: Number(forward),
    },
    destination_fees: [],
  };
}
