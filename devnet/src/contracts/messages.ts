// Bodies of messages to our contracts that only the admin or the setup of a network sends.
import { type Address, beginCell, type Cell } from '@ton/core';
import { JETTON, V1 } from './ops.ts';

const MINT = 0x15;

export type MintOrder = {
  readonly to: Address;
  readonly amount: bigint;
  /** TON for the receiving jetton wallet, which the message deploys. */
  readonly ton: bigint;
  /** Receiver of the unused TON; null for nobody. */
  readonly response: Address | null;
  readonly queryId?: bigint;
};

export function mintBody({ to, amount, ton, response, queryId = 0n }: MintOrder): Cell {
  const transfer = beginCell()
    .storeUint(JETTON.internalTransfer, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(null)
    .storeAddress(response)
    .storeCoins(0)
    .storeBit(false)
    .endCell();
  return beginCell()
    .storeUint(MINT, 32)
    .storeUint(queryId, 64)
    .storeAddress(to)
    .storeCoins(ton)
    .storeRef(transfer)
    .endCell();
}

/** Fees in 1/10000, at most 100 each. */
export type PoolFees = {
  readonly lpFee: number;
  readonly protocolFee: number;
  readonly refFee: number;
  /** Receiver of the protocol fees; null if nobody can collect them. */
  readonly feeAddress: Address | null;
};

/** Sent to the router: sets the fees of a pool, which is given by the router's wallets of both tokens. */
export function setFeesBody(fees: PoolFees, pair: { readonly walletA: Address; readonly walletB: Address }): Cell {
  return beginCell()
    .storeUint(V1.setFees, 32)
    .storeUint(0, 64)
    .storeUint(fees.lpFee, 8)
    .storeUint(fees.protocolFee, 8)
    .storeUint(fees.refFee, 8)
    .storeAddress(fees.feeAddress)
    .storeRef(beginCell().storeAddress(pair.walletA).storeAddress(pair.walletB))
    .endCell();
}

/** Sent to the router, which then returns all tokens that arrive until it is unlocked. */
export const lockBody = (): Cell => beginCell().storeUint(V1.lock, 32).storeUint(0, 64).endCell();

export const unlockBody = (): Cell => beginCell().storeUint(V1.unlock, 32).storeUint(0, 64).endCell();

/** Sent to the minter of pTON, to deploy a router's wallet. */
export const deployPtonWalletBody = (owner: Address): Cell =>
  beginCell().storeUint(V1.deployPtonWallet, 32).storeUint(0, 64).storeAddress(owner).endCell();

/** Payload of a transfer to the router that provides one of a pool's two tokens; with `minLp` 0 the amount is only staged. */
export const provideBody = (otherRouterWallet: Address, minLp: bigint): Cell =>
  beginCell().storeUint(V1.provideLp, 32).storeAddress(otherRouterWallet).storeCoins(minLp).endCell();
