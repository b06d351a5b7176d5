// Reads the data of our contracts without a get-method.
import type { Address, Cell } from '@ton/core';
import type { Blockchain } from '@ton/sandbox';

export async function dataOf(chain: Blockchain, address: Address): Promise<Cell | undefined> {
  const { accountState } = await chain.getContract(address);
  return accountState?.type === 'active' ? (accountState.state.data ?? undefined) : undefined;
}

export type PoolState = {
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly collected0: bigint;
  readonly collected1: bigint;
  readonly lpFee: number;
  readonly protocolFee: number;
  readonly refFee: number;
  readonly supply: bigint;
};

/** Undefined before the first liquidity. */
export function loadPool(cell: Cell): PoolState | undefined {
  const data = cell.beginParse();
  if (data.loadBit()) return undefined;
  return {
    reserve0: data.loadCoins(),
    reserve1: data.loadCoins(),
    collected0: data.loadCoins(),
    collected1: data.loadCoins(),
    lpFee: data.loadUint(8),
    protocolFee: data.loadUint(8),
    refFee: data.loadUint(8),
    supply: data.loadCoins(),
  };
}

export function loadStaged(cell: Cell): { readonly amount0: bigint; readonly amount1: bigint } {
  const data = cell.beginParse();
  data.loadAddress();
  data.loadAddress();
  return { amount0: data.loadCoins(), amount1: data.loadCoins() };
}
