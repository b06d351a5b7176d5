// Converts results of the venue to the records of the contract.
import type { Static } from 'typebox';
import type {
  LiquidityRecord,
  PoolRecord,
  SwapRecord,
  TokenEntry as TokenEntryRecord,
  TokenRecord,
} from '../../contract/records.ts';
import type { Amount, TokenAddress } from '../../core/amount.ts';
import { transfersOf } from '../../core/commands/command.ts';
import { swapInside } from '../../core/commands/inner-swap.ts';
import type { ProvideReceipt } from '../../core/commands/provide.ts';
import type { RefundReceipt } from '../../core/commands/refund.ts';
import { type HopReceipt, hopsOf, type SwapReceipt } from '../../core/commands/swap-receipt.ts';
import { type Price, printPrice } from '../../core/market/price.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { Token, TokenEntry, TokenPair } from '../../core/pool.ts';
import { type BalanceKey, deltasOf } from '../../core/settle/transfer.ts';
import type { Holding, Swap } from '../../ports/venue/accounts.ts';
import type { Settlement } from '../../ports/venue/chain.ts';
import type { PoolView } from '../../ports/venue/listing.ts';
import type { Venue } from '../../ports/venue.ts';
import { type ExactJson, number } from '../json/exact-json.ts';

export const whole = (base: bigint, { decimals }: Pick<Token, 'decimals'>) => number(printDecimal(base, decimals));
export const lp = (base: bigint) => number(printDecimal(base, LP_DECIMALS));
export const rate = (ppm: bigint) => number(printDecimal(ppm, 6));
export const price = (of: Price) => number(printPrice(of));

/** The pool with `jetton0` as its first token, which may be the second one in storage. */
export function poolRecord(view: PoolView, jetton0: TokenAddress): ExactJson<Static<typeof PoolRecord>> {
  const first = { token: view.token0, wallet: view.wallet0, reserve: view.reserve0, collected: view.collected0 };
  const second = { token: view.token1, wallet: view.wallet1, reserve: view.reserve1, collected: view.collected1 };
  const [side0, side1] = jetton0 === view.token0.address ? [first, second] : [second, first];
  return {
    reserve0: whole(side0.reserve, side0.token),
    reserve1: whole(side1.reserve, side1.token),
    K: printDecimal(side0.reserve * side1.reserve, side0.token.decimals + side1.token.decimals),
    token0WalletAddress: side0.wallet,
    token1WalletAddress: side1.wallet,
    lpFee: rate(view.lpFeePpm),
    protocolFee: rate(view.protocolFeePpm),
    refFee: rate(view.refFeePpm),
    protocolFeeAddress: view.protocolFeeAddress ?? 'N/A',
    collectedToken0ProtocolFee: whole(side0.collected, side0.token),
    collectedToken1ProtocolFee: whole(side1.collected, side1.token),
  };
}

export const tokenRecord = ({ address, symbol, decimals }: Holding['token']): Static<typeof TokenRecord> => ({
  address,
  symbol,
  decimals,
});

export const tokenEntryRecord = ({ name, logo, status, ...token }: TokenEntry): Static<typeof TokenEntryRecord> => ({
  ...tokenRecord(token),
  name,
  logo,
  status,
});

export async function swapRecord(venue: Venue, swap: Swap): Promise<ExactJson<Static<typeof SwapRecord>>> {
  const { transactionId, status, receipt, sequence, createdAtMs, settlement } = swap;
  const [tokenA, tokenB] = [await venue.token(receipt.tokenA), await venue.token(receipt.tokenB)];
  return {
    transactionId,
    status,
    account: receipt.account,
    tokenA: tokenA.address,
    tokenB: tokenB.address,
    amountA: whole(receipt.amountA, tokenA),
    amountB: whole(receipt.amountB, tokenB),
    ...('fees' in receipt && { fees: feesRecord(receipt.fees, { tokenA, tokenB }) }),
    route: await routeRecord(venue, receipt),
    sequence,
    createdAt: new Date(createdAtMs).toISOString(),
    ...(receipt.fill && { order: receipt.fill.order }),
    ...(settlement && settlementRecord(settlement)),
  };
}

const TON_DECIMALS = 9;

export const settlementRecord = ({ networkFeeNano, tonSpentNano, returned: _, ...told }: Settlement) => ({
  ...told,
  ...(networkFeeNano !== undefined && { networkFee: whole(networkFeeNano, { decimals: TON_DECIMALS }) }),
  ...(tonSpentNano !== undefined && { tonSpent: whole(tonSpentNano, { decimals: TON_DECIMALS }) }),
});

export const routeRecord = (venue: Venue, receipt: SwapReceipt) =>
  Promise.all(hopsOf(receipt).map(async (hop) => hopRecord(hop, await venue.pair(hop.tokenIn, hop.tokenOut))));

/** The swap in one pool of a route, in the tokens of that pool. */
const hopRecord = ({ pool, amountIn, amountOut, fees }: HopReceipt, { tokenA, tokenB }: TokenPair) => ({
  poolAddress: pool,
  tokenA: tokenA.address,
  tokenB: tokenB.address,
  amountA: whole(amountIn, tokenA),
  amountB: whole(amountOut, tokenB),
  fees: feesRecord(fees, { tokenA, tokenB }),
});

/** The change of one balance, in tokens instead of base units. */
export const entryRecord = ({ account, token, delta }: BalanceKey & { readonly delta: bigint }, unit: Token) => ({
  account,
  token,
  change: whole(delta, unit),
});

export const feesRecord = (
  fees: { readonly lp: Amount; readonly protocol: Amount; readonly ref: Amount },
  { tokenA, tokenB }: TokenPair,
) => ({
  lp: whole(fees.lp, tokenA),
  protocol: whole(fees.protocol, tokenB),
  ref: whole(fees.ref, tokenB),
});

/** True for the first liquidity of a pool, which sets its price: only then LP tokens are locked. */
export const setsPrice = (receipt: object): boolean => 'locked' in receipt && receipt.locked !== 0n;

/** The amounts that were provided or withdrawn, without the LP tokens. */
export const liquidityRecord = (
  { pool, amountA, amountB }: Pick<ProvideReceipt, 'pool' | 'amountA' | 'amountB'>,
  { tokenA, tokenB }: TokenPair,
): ExactJson<{ [Name in keyof typeof LiquidityRecord]: Static<(typeof LiquidityRecord)[Name]> }> => ({
  poolAddress: pool,
  token1Address: tokenA.address,
  token2Address: tokenB.address,
  token1Amount: whole(amountA, tokenA),
  token2Amount: whole(amountB, tokenB),
});

type LiquidityReceipt = ProvideReceipt | RefundReceipt;

/** The swap that was part of a change of liquidity, if any. */
export function swappedRecord(receipt: LiquidityReceipt, { tokenA, tokenB }: TokenPair) {
  const swap = swapInside(receipt);
  if (!swap) return {};
  const [hop] = hopsOf(swap) as readonly [HopReceipt];
  const pair = swap.tokenA === tokenA.address ? { tokenA, tokenB } : { tokenA: tokenB, tokenB: tokenA };
  return { swapped: hopRecord(hop, pair) };
}

/** For liquidity in one token: the swap that was part of it, if any, and the total change of the account's two balances. */
export function oneTokenRecord(receipt: LiquidityReceipt, pair: TokenPair) {
  const swapped = swappedRecord(receipt, pair);
  if (!('swapped' in swapped) && receipt.amountA > 0n && receipt.amountB > 0n) return {};
  const deltas = deltasOf(transfersOf(receipt)).filter(({ account }) => account === receipt.account);
  const change = (unit: Token) => whole(deltas.find(({ token }) => token === unit.address)?.delta ?? 0n, unit);
  return { ...swapped, token1Change: change(pair.tokenA), token2Change: change(pair.tokenB) };
}
