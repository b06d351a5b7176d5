// The records that several calls answer with, and how the exchange's own become them.
import Type from 'typebox';
import type { Amount, TokenAddress } from '../core/amount.ts';
import { powerOfTen, printDecimal, printRatioDown } from '../core/decimal.ts';
import { LP_DECIMALS } from '../core/liquidity.ts';
import type { Token } from '../core/pool.ts';
import type { Exchange, Holding, PoolView, Swap } from '../exchange/exchange.ts';
import { TON, USDT } from './fields.ts';
import { number } from './json.ts';

export const Num = (description: string, example: number) => Type.Number({ description, examples: [example] });
export const Str = (description: string, example: string) => Type.String({ description, examples: [example] });

const POOL = 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL';

export const whole = (base: bigint, { decimals }: Pick<Token, 'decimals'>) => number(printDecimal(base, decimals));
export const lp = (base: bigint) => number(printDecimal(base, LP_DECIMALS));
export const rate = (ppm: bigint) => number(printDecimal(ppm, 6));

/** Whole tokens of B for one whole token of A, to 18 significant digits, cut. */
export function priceOf(amountA: Amount, tokenA: Token, amountB: Amount, tokenB: Token) {
  const numerator = amountB * powerOfTen(tokenA.decimals);
  const denominator = amountA * powerOfTen(tokenB.decimals);
  const leading = denominator.toString().length - numerator.toString().length;
  return number(printRatioDown(numerator, denominator, Math.max(0, 18 + leading)));
}

export const PoolRecord = Type.Object({
  reserve0: Num('Current reserve of the token given as jetton0, in whole tokens.', 2_000_000),
  reserve1: Num('Current reserve of the token given as jetton1, in whole tokens.', 6_400_000),
  K: Str('reserve0 × reserve1 in whole tokens, exact, as a decimal string.', '12800000000000'),
  token0WalletAddress: Str('Wallet that holds the reserve of token0.', POOL),
  token1WalletAddress: Str('Wallet that holds the reserve of token1.', POOL),
  lpFee: Num('Fee that stays with the providers, as a fraction of what is offered.', 0.002),
  protocolFee: Num('Fee that the protocol collects, as a fraction of what is bought.', 0.001),
  refFee: Num('Fee paid to a referrer where a swap names one, as a fraction of what is bought.', 0.001),
  protocolFeeAddress: Str('Account that collectFees pays; "N/A" for a pool without a protocol fee.', 'treasury'),
  collectedToken0ProtocolFee: Num('Protocol fees collected in token0 and not yet swept.', 0.125),
  collectedToken1ProtocolFee: Num('Protocol fees collected in token1 and not yet swept.', 0.4),
});

/** A pool as seen from `jetton0`, whichever way round it is kept. */
export function poolRecord(view: PoolView, jetton0: TokenAddress) {
  const { pool } = view;
  const first = { token: view.token0, wallet: view.wallet0, reserve: view.reserve0, collected: view.collected0 };
  const second = { token: view.token1, wallet: view.wallet1, reserve: view.reserve1, collected: view.collected1 };
  const [side0, side1] = jetton0 === pool.token0 ? [first, second] : [second, first];
  return {
    reserve0: whole(side0.reserve, side0.token),
    reserve1: whole(side1.reserve, side1.token),
    K: printDecimal(side0.reserve * side1.reserve, side0.token.decimals + side1.token.decimals),
    token0WalletAddress: side0.wallet,
    token1WalletAddress: side1.wallet,
    lpFee: rate(pool.lpFeePpm),
    protocolFee: rate(pool.protocolFeePpm),
    refFee: rate(pool.refFeePpm),
    protocolFeeAddress: pool.protocolFeeAddress ?? 'N/A',
    collectedToken0ProtocolFee: whole(side0.collected, side0.token),
    collectedToken1ProtocolFee: whole(side1.collected, side1.token),
  };
}

export const TokenRecord = Type.Object({
  address: Str('Token address.', USDT),
  symbol: Str('Token symbol.', 'USDT'),
  decimals: Type.Integer({ description: 'Number of decimal places of the token.', examples: [6] }),
});

export const tokenRecord = ({ address, symbol, decimals }: Holding['token']) => ({ address, symbol, decimals });

export const Fees = Type.Object(
  {
    lp: Num('What stays with the providers, in tokenA.', 0.02),
    protocol: Num('What the protocol collects, in tokenB.', 0.03),
    ref: Num('What the referrer receives, in tokenB.', 0),
  },
  { description: 'The fees of the swap.' },
);

export const Route = Type.Array(
  Type.Object({
    poolAddress: Str('The pool.', POOL),
    tokenA: Str('What goes in.', TON),
    tokenB: Str('What comes out.', USDT),
  }),
  { description: 'The pools that the swap passes, in order.' },
);

export const SwapRecord = Type.Object({
  transactionId: Str('Identifier of the swap (UUIDv7).', '019a8a5c-2f3e-7000-8000-00004a1b2c3d'),
  status: Str('`completed`; `pending` and `failed` are reserved for venues that settle later.', 'completed'),
  account: Str('The account that swapped.', 'local'),
  tokenA: Str('The token offered.', TON),
  tokenB: Str('The token received.', USDT),
  amountA: Num('What was paid, in whole tokens.', 10),
  amountB: Num('What was received, in whole tokens.', 31.9),
  fees: Fees,
  route: Route,
  sequence: Type.Integer({ description: 'Position in the journal.', examples: [42] }),
  createdAt: Str('When it was committed (ISO 8601).', '2026-11-15T12:00:00.000Z'),
});

export async function swapRecord(exchange: Exchange, { id, actor, receipt, sequence, createdAtMs }: Swap) {
  const [tokenA, tokenB] = [await exchange.token(receipt.tokenA), await exchange.token(receipt.tokenB)];
  return {
    transactionId: id,
    status: 'completed',
    account: actor,
    tokenA: tokenA.address,
    tokenB: tokenB.address,
    amountA: whole(receipt.amountA, tokenA),
    amountB: whole(receipt.amountB, tokenB),
    fees: feesRecord(receipt.fees, tokenA, tokenB),
    route: [{ poolAddress: receipt.pool, tokenA: tokenA.address, tokenB: tokenB.address }],
    sequence,
    createdAt: new Date(createdAtMs).toISOString(),
  };
}

export const feesRecord = (fees: { lp: Amount; protocol: Amount; ref: Amount }, tokenA: Token, tokenB: Token) => ({
  lp: whole(fees.lp, tokenA),
  protocol: whole(fees.protocol, tokenB),
  ref: whole(fees.ref, tokenB),
});

/** One page of a list. */
export const PageOf = <Item extends Parameters<typeof Type.Array>[0]>(name: string, item: Item) =>
  Type.Object({
    [name]: Type.Array(item, { description: 'The items of this page.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Pass it as `cursor` for the next page; null on the last.',
      examples: [null],
    }),
  });
