// POST /bulk
import * as declared from '../../contract/bulk.ts';
import type { Bulk } from '../call.ts';
import { createTransfer } from './accounts/create-transfer.ts';
import { provideLiquidity } from './liquidity/provide-liquidity.ts';
import { refundLiquidity } from './liquidity/refund-liquidity.ts';
import { collectFees } from './operator/collect-fees.ts';
import { deposit, withdraw } from './operator/move-tokens.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { createOrder } from './orders/create-order.ts';
import { createSwap } from './swaps/create-swap.ts';

const CARRIED = [
  createSwap,
  createOrder,
  cancelOrder,
  provideLiquidity,
  refundLiquidity,
  createTransfer,
  deposit,
  withdraw,
  collectFees,
];

export const bulk: Bulk = { ...declared.bulk, carried: new Map(CARRIED.map((call) => [call.name, call])) };
