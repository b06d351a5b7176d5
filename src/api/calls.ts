// Lists every call of the API, declared in the contract, with its implementation.

import type { DECLARATIONS } from '../contract/calls.ts';
import type { Call } from './call.ts';
import { checkAccount, createTransfer } from './calls/accounts/create-transfer.ts';
import { claimFaucet, getFaucet } from './calls/accounts/faucet.ts';
import { getAccounts } from './calls/accounts/get-accounts.ts';
import { getActivity } from './calls/accounts/get-activity.ts';
import { getActivityTotals } from './calls/accounts/get-activity-totals.ts';
import { getBalances } from './calls/accounts/get-balances.ts';
import { getPortfolio } from './calls/accounts/get-portfolio.ts';
import { getTransaction } from './calls/accounts/get-transaction.ts';
import { createKey, getKeys, getRequests, revokeKey } from './calls/accounts/keys.ts';
import { createSession, deleteSession, endOtherSessions, endSession, getSessions } from './calls/accounts/sessions.ts';
import { whoami } from './calls/accounts/whoami.ts';
import { bulk } from './calls/bulk.ts';
import { getLPAccountData } from './calls/liquidity/get-lp-account-data.ts';
import { getLPPosition, getLPPositions } from './calls/liquidity/get-lp-positions.ts';
import { provideLiquidity } from './calls/liquidity/provide-liquidity.ts';
import { quoteLiquidity } from './calls/liquidity/quote-liquidity.ts';
import { refundLiquidity, refundLiquidityByGet } from './calls/liquidity/refund-liquidity.ts';
import { getCandles } from './calls/market/get-candles.ts';
import { getMarket } from './calls/market/get-market.ts';
import { getPoolData } from './calls/market/get-pool-data.ts';
import { getPoolStats } from './calls/market/get-pool-stats.ts';
import { getPools } from './calls/market/get-pools.ts';
import { getPrice } from './calls/market/get-price.ts';
import { getRouterData } from './calls/market/get-router-data.ts';
import { getTokens } from './calls/market/get-tokens.ts';
import { getTrades } from './calls/market/get-trades.ts';
import { getAudits, getLastAudit, startAudit } from './calls/operator/audits.ts';
import { getBranding, setBranding } from './calls/operator/branding.ts';
import { collectFees } from './calls/operator/collect-fees.ts';
import { createPool } from './calls/operator/create-pool.ts';
import { getStatus } from './calls/operator/get-status.ts';
import { importAccounts } from './calls/operator/import-accounts.ts';
import { deposit, withdraw } from './calls/operator/move-tokens.ts';
import { registerToken } from './calls/operator/register-token.ts';
import { setPoolFees } from './calls/operator/set-pool-fees.ts';
import { setPoolStatus } from './calls/operator/set-pool-status.ts';
import { updateToken } from './calls/operator/update-token.ts';
import { uploadImage } from './calls/operator/upload-image.ts';
import { cancelOrder } from './calls/orders/cancel-order.ts';
import { createOrder } from './calls/orders/create-order.ts';
import { getOrder, getOrders } from './calls/orders/get-orders.ts';
import { quoteOrder } from './calls/orders/quote-order.ts';
import { setOrders } from './calls/orders/set-orders.ts';
import { createInvitation, getInvitations, revokeInvitation, setSignUp } from './calls/people/invitations.ts';
import { beginPasskey, finishPasskey, getPasskeys, renamePasskey, revokePasskey } from './calls/people/passkeys.ts';
import { beginSignIn, finishSignIn } from './calls/people/sign-in.ts';
import { beginSignUp, checkName, finishSignUp, getInvitation, getSignUp } from './calls/people/sign-up.ts';
import { createSwap } from './calls/swaps/create-swap.ts';
import { getQuote } from './calls/swaps/get-quote.ts';
import { getSwap } from './calls/swaps/get-swap.ts';
import { getSwaps } from './calls/swaps/get-swaps.ts';
import { tonProof, tonProofPayload } from './calls/ton/proof.ts';
import { buildProvide, buildRefund, buildSwap, getWallet, trackLiquidity, trackSwap } from './calls/ton/wallets.ts';
import {
  createWebhook,
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
} from './calls/webhooks.ts';

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
  createOrder,
  cancelOrder,
  getOrders,
  getOrder,
  quoteOrder,
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
  createTransfer,
  checkAccount,
  whoami,
  getFaucet,
  claimFaucet,
  createSession,
  deleteSession,
  getSignUp,
  getInvitation,
  checkName,
  beginSignUp,
  finishSignUp,
  beginSignIn,
  finishSignIn,
  getPasskeys,
  beginPasskey,
  finishPasskey,
  renamePasskey,
  revokePasskey,
  getWallet,
  buildSwap,
  buildProvide,
  buildRefund,
  trackSwap,
  trackLiquidity,
  tonProofPayload,
  tonProof,
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
  getDeliveries,
  redeliverWebhook,
  registerToken,
  updateToken,
  uploadImage,
  getBranding,
  setBranding,
  createPool,
  setPoolFees,
  setPoolStatus,
  deposit,
  withdraw,
  collectFees,
  getAccounts,
  importAccounts,
  getKeys,
  createKey,
  revokeKey,
  getSessions,
  endSession,
  endOtherSessions,
  getRequests,
  createInvitation,
  getInvitations,
  revokeInvitation,
  setSignUp,
  setOrders,
  getStatus,
  startAudit,
  getAudits,
};

export const CALLS: readonly Call[] = Object.values(IMPLEMENTED);
