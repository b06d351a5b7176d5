// Every call of the API: what the contract declares, and what answers it.
import type { DECLARATIONS } from '../contract/calls.ts';
import type { Call } from './call.ts';
import { getAudits, getLastAudit, startAudit } from './calls/audits.ts';
import { bulk } from './calls/bulk.ts';
import { collectFees } from './calls/collect-fees.ts';
import { createPool } from './calls/create-pool.ts';
import { createSwap } from './calls/create-swap.ts';
import { getAccounts } from './calls/get-accounts.ts';
import { getActivity } from './calls/get-activity.ts';
import { getActivityTotals } from './calls/get-activity-totals.ts';
import { getBalances } from './calls/get-balances.ts';
import { getCandles } from './calls/get-candles.ts';
import { getLPAccountData } from './calls/get-lp-account-data.ts';
import { getLPPosition, getLPPositions } from './calls/get-lp-positions.ts';
import { getMarket } from './calls/get-market.ts';
import { getPoolData } from './calls/get-pool-data.ts';
import { getPoolStats } from './calls/get-pool-stats.ts';
import { getPools } from './calls/get-pools.ts';
import { getPortfolio } from './calls/get-portfolio.ts';
import { getPrice } from './calls/get-price.ts';
import { getQuote } from './calls/get-quote.ts';
import { getRouterData } from './calls/get-router-data.ts';
import { getStatus } from './calls/get-status.ts';
import { getSwap } from './calls/get-swap.ts';
import { getSwaps } from './calls/get-swaps.ts';
import { getTokens } from './calls/get-tokens.ts';
import { getTrades } from './calls/get-trades.ts';
import { getTransaction } from './calls/get-transaction.ts';
import { createKey, getKeys, revokeKey } from './calls/keys.ts';
import { deposit, withdraw } from './calls/move-tokens.ts';
import { provideLiquidity } from './calls/provide-liquidity.ts';
import { quoteLiquidity } from './calls/quote-liquidity.ts';
import { refundLiquidity, refundLiquidityByGet } from './calls/refund-liquidity.ts';
import { registerToken } from './calls/register-token.ts';
import { createSession, deleteSession } from './calls/sessions.ts';
import { setPoolFees } from './calls/set-pool-fees.ts';
import { setPoolStatus } from './calls/set-pool-status.ts';
import { updateToken } from './calls/update-token.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhooks,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
} from './calls/webhooks.ts';
import { whoami } from './calls/whoami.ts';

const IMPLEMENTED: { readonly [Name in keyof typeof DECLARATIONS]: Call } = {
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
  getMarket,
  getPoolStats,
  getCandles,
  getTrades,
  getPrice,
  getLastAudit,
  getBalances,
  getPortfolio,
  getActivity,
  getActivityTotals,
  getTransaction,
  whoami,
  createSession,
  deleteSession,
  provideLiquidity,
  quoteLiquidity,
  getLPPosition,
  getLPPositions,
  bulk,
  createWebhook,
  getWebhooks,
  setWebhookState,
  testWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  registerToken,
  updateToken,
  createPool,
  setPoolFees,
  setPoolStatus,
  deposit,
  withdraw,
  collectFees,
  getAccounts,
  getKeys,
  createKey,
  revokeKey,
  getStatus,
  startAudit,
  getAudits,
};

export const CALLS: readonly Call[] = Object.values(IMPLEMENTED);
