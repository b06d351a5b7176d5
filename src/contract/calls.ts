// Every call that is declared, in the order in which they are documented.
import { getBalances } from './accounts.ts';
import { getLPAccountData, provideLiquidity, refundLiquidity, refundLiquidityByGet } from './liquidity.ts';
import { setPoolFees, setPoolStatus, updateToken } from './listing.ts';
import { getPoolData, getPools, getRouterData, getTokens } from './market.ts';
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
  getTokens,
  getPools,
  getBalances,
  provideLiquidity,
  registerToken,
  updateToken,
  createPool,
  setPoolFees,
  setPoolStatus,
  deposit,
  withdraw,
  collectFees,
} as const;
