// Commands to the paper exchange, complete but for what a test wants to say.
import { type Account, amount } from '../src/core/amount.ts';
import type {
  CollectFeesCommand,
  CreatePoolCommand,
  ProvideCommand,
  RefundCommand,
  RegisterTokenCommand,
  SwapCommand,
  TransferCommand,
} from '../src/core/command.ts';
import type { Token } from '../src/core/pool.ts';
import { APPLE, account, BREAD, MAKER, poolAddressOf } from './paper-exchange.ts';

export const ann = account('ann');
export const bob = account('bob');

export const pairOf = (tokenA: Token, tokenB: Token) => ({ tokenA: tokenA.address, tokenB: tokenB.address });
const PAIR = pairOf(APPLE, BREAD);

export const swap = (unitsA: bigint, terms: Partial<SwapCommand> = {}): SwapCommand => ({
  kind: 'swap',
  account: ann,
  ...PAIR,
  amountA: amount(unitsA),
  ...terms,
});

export const provide = (unitsA: bigint, unitsB: bigint, terms: Partial<ProvideCommand> = {}): ProvideCommand => {
  const pair = { ...PAIR, ...terms };
  const poolAddress = poolAddressOf(pair.tokenA, pair.tokenB);
  return { kind: 'provide', account: ann, poolAddress, amountA: amount(unitsA), amountB: amount(unitsB), ...pair };
};

export const refund = (terms: Partial<RefundCommand> = {}): RefundCommand => ({
  kind: 'refund',
  account: MAKER,
  ...PAIR,
  ...terms,
});

export const createPool = (terms: Partial<CreatePoolCommand> = {}): CreatePoolCommand => {
  const pair = { ...PAIR, ...terms };
  return { kind: 'createPool', poolAddress: poolAddressOf(pair.tokenA, pair.tokenB), ...pair };
};

export const collectFees = (terms: Partial<CollectFeesCommand> = {}): CollectFeesCommand => ({
  kind: 'collectFees',
  ...PAIR,
  ...terms,
});

export const registerToken = (token: Token): RegisterTokenCommand => ({ kind: 'registerToken', token });

export const deposit = (account: Account, token: Token, units: bigint): TransferCommand => ({
  kind: 'deposit',
  account,
  token: token.address,
  amount: amount(units),
  reference: 'in',
});

export const withdraw = (account: Account, token: Token, units: bigint): TransferCommand => ({
  kind: 'withdraw',
  account,
  token: token.address,
  amount: amount(units),
  reference: 'out',
});
