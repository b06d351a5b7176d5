// POST /bulk
import * as declared from '../../contract/bulk.ts';
import type { Bulk } from '../call.ts';
import { collectFees } from './collect-fees.ts';
import { createSwap } from './create-swap.ts';
import { deposit, withdraw } from './move-tokens.ts';
import { provideLiquidity } from './provide-liquidity.ts';
import { refundLiquidity } from './refund-liquidity.ts';

const CARRIED = [createSwap, provideLiquidity, refundLiquidity, deposit, withdraw, collectFees];

export const bulk: Bulk = { ...declared.bulk, carried: new Map(CARRIED.map((call) => [call.name, call])) };
