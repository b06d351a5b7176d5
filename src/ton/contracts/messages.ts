// Bodies of what only the admin, or whoever sets a network up, sends to our contracts.
import { type Address, beginCell, type Cell } from '@ton/core';
import { JETTON, V1 } from '../wire/ops.ts';

const MINT = 0x15;

export type MintOrder = {
  readonly to: Address;
  readonly amount: bigint;
  /** For the wallet that receives it, which is deployed with it. */
  readonly ton: bigint;
  /** Who gets what is left of that; null for nobody. */
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

/** Rates in 1/10000, at most 100 each. */
export type PoolFees = {
  readonly lpFee: number;
  readonly protocolFee: number;
  readonly refFee: number;
  /** Who gets the protocol's fees; null for nobody, who then cannot collect them. */
  readonly feeAddress: Address | null;
};

/** To the router, for the pool of two of its wallets. */
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

/** To the router: what arrives is given back, until it is unlocked. */
export const lockBody = (): Cell => beginCell().storeUint(V1.lock, 32).storeUint(0, 64).endCell();

export const unlockBody = (): Cell => beginCell().storeUint(V1.unlock, 32).storeUint(0, 64).endCell();

/** To the minter of pTON, for a router. */
export const deployPtonWalletBody = (owner: Address): Cell =>
  beginCell().storeUint(V1.deployPtonWallet, 32).storeUint(0, 64).storeAddress(owner).endCell();
