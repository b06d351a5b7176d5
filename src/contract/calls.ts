// Every call that is declared, in the order in which they are documented.
import { getBalances } from './accounts.ts';
import { getLPAccountData, provideLiquidity, refundLiquidity, refundLiquidityByGet } from './liquidity.ts';
import { getPoolData, getPools, getRouterData } from './market.ts';
import { collectFees, createPool, deposit, registerToken, withdraw } from './operator.ts';
import { createSwap, getQuote, getSwap, getSwaps } from './swaps.ts';

export const DECLARATIONS = {
  createSwap,
  getRouterData,
  getPoolData,
  getLPAccountData,
  refundLiquidityByGet,
  refundLiquidity,
  getQuote,
  getSwap,
  getSwaps,
  getPools,
  getBalances,
  provideLiquidity,
  registerToken,
  createPool,
  deposit,
  withdraw,
  collectFees,
} as const;
