// All calls, in the order of the documentation.

import { getAccounts, getBalances, whoami } from './accounts.ts';
import { getActivity, getActivityTotals, getTransaction } from './activity.ts';
import { getBranding, setBranding } from './brand.ts';
import { bulk } from './bulk.ts';
import { getCandles, getPrice, getTrades } from './charts.ts';
import { claimFaucet, getFaucet } from './faucet.ts';
import { uploadImage } from './images.ts';
import { importAccounts } from './import.ts';
import { createKey, getKeys, getRequests, revokeKey } from './keys.ts';
import {
  getLPAccountData,
  provideLiquidity,
  quoteLiquidity,
  refundLiquidity,
  refundLiquidityByGet,
} from './liquidity.ts';
import { setPoolFees, setPoolStatus, updateToken } from './listing.ts';
import { getPoolData, getPools, getRouterData, getTokens } from './market.ts';
import { getMarket, getPoolStats } from './market-data.ts';
import { collectFees, createPool, deposit, registerToken, withdraw } from './operator.ts';
import { cancelOrder, createOrder, getOrder, getOrders, quoteOrder, setOrders } from './orders.ts';
import {
  beginPasskey,
  beginSignIn,
  beginSignUp,
  checkName,
  createInvitation,
  finishPasskey,
  finishSignIn,
  finishSignUp,
  getInvitation,
  getInvitations,
  getPasskeys,
  getSignUp,
  renamePasskey,
  revokeInvitation,
  revokePasskey,
  setSignUp,
} from './people.ts';
import { getPortfolio } from './portfolio.ts';
import { getLPPosition, getLPPositions } from './positions.ts';
import { createSession, deleteSession, endOtherSessions, endSession, getSessions } from './sessions.ts';
import { getAudits, getLastAudit, getStatus, startAudit } from './status.ts';
import { createSwap, getQuote, getSwap, getSwaps } from './swaps.ts';
import {
  buildProvide,
  buildRefund,
  buildSwap,
  getWallet,
  tonProof,
  tonProofPayload,
  trackLiquidity,
  trackSwap,
} from './ton.ts';
import { checkAccount, createTransfer } from './transfers.ts';
import {
  createWebhook,
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
} from './webhooks.ts';

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
} as const;
