// Bodies of the messages from a jetton's owner to the jetton wallet (TEP-74).
import { type Address, beginCell, type Cell } from '@ton/core';
import { JETTON } from './ops.ts';

export type JettonTransfer = {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly destination: Address;
  /** Receiver of the unused TON; null for nobody. */
  readonly response: Address | null;
  readonly forwardTon: bigint;
  readonly forwardPayload?: Cell;
  readonly customPayload?: Cell;
};

export function transferBody(transfer: JettonTransfer): Cell {
  return beginCell()
    .storeUint(JETTON.transfer, 32)
    .storeUint(transfer.queryId, 64)
    .storeCoins(transfer.amount)
    .storeAddress(transfer.destination)
    .storeAddress(transfer.response)
    .storeMaybeRef(transfer.customPayload ?? null)
    .storeCoins(transfer.forwardTon)
    .storeMaybeRef(transfer.forwardPayload ?? null)
    .endCell();
}

export type JettonBurn = {
  readonly queryId: bigint;
  readonly amount: bigint;
  readonly response: Address | null;
  readonly customPayload?: Cell;
};

export function burnBody(burn: JettonBurn): Cell {
  return beginCell()
    .storeUint(JETTON.burn, 32)
    .storeUint(burn.queryId, 64)
    .storeCoins(burn.amount)
    .storeAddress(burn.response)
    .storeMaybeRef(burn.customPayload ?? null)
    .endCell();
}
