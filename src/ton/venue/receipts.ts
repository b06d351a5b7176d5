// The receipt of a request: the expected one, corrected by what arrived on the chain.
import { type Amount, amount, PPM, type Ppm, type TokenAddress } from '../../core/amount.ts';
import type { CommandState } from '../../core/commands/kind.ts';
import type { ProvideReceipt } from '../../core/commands/provide.ts';
import type { RefundReceipt } from '../../core/commands/refund.ts';
import type { SwapReceipt } from '../../core/commands/swap-receipt.ts';
import type { TransferCommand } from '../../core/commands/transfer.ts';
import { mulDivUp } from '../../core/maths/rounding.ts';
import { NotOnThisVenue } from '../../ports/venue.ts';

/** Amounts that the wallet received of both tokens and of LP tokens, and the referral fee. */
export type Arrived = {
  readonly sides: readonly [bigint, bigint];
  readonly lp: bigint;
  readonly refFee: bigint;
};

/** A transfer of TON or jettons, which is its own receipt. LP tokens cannot be sent. */
export type SendCommand = Extract<TransferCommand, { readonly token: TokenAddress }>;
/** Receipts of commands that go through a router. */
export type DexReceipt = SwapReceipt | ProvideReceipt | RefundReceipt;
export type ChainReceipt = DexReceipt | SendCommand;

/** The contracts pay a burn in both tokens or not at all; the ledger would pay one token alone. */
export function refuseOneSidedBurn(receipt: DexReceipt, { token }: Pick<CommandState, 'token'>): void {
  if (receipt.kind !== 'refund' || (receipt.amountA > 0n && receipt.amountB > 0n)) return;
  const missing = receipt.amountA === 0n ? receipt.tokenA : receipt.tokenB;
  throw new NotOnThisVenue(
    `These LP tokens are worth less than the smallest unit of ${token(missing)?.symbol}, and the contracts pay both tokens or nothing; withdraw more at once.`,
  );
}

export function settledReceipt(expected: ChainReceipt, arrived: Arrived, protocolFeePpm: Ppm): ChainReceipt {
  if (expected.kind === 'transfer') return expected;
  if (expected.kind === 'swap') return swapReceipt(expected, arrived, protocolFeePpm);
  const [backA, backB] = arrived.sides;
  if (expected.kind === 'refund') return { ...expected, amountA: amount(backA), amountB: amount(backB) };
  return {
    ...expected,
    amountA: left(expected.amountA, backA),
    amountB: left(expected.amountB, backB),
    lpTokens: amount(arrived.lp),
  };
}

/** The referral fee is known from the trace. The protocol fee is not: it is computed as the least at which this amount was paid. */
function swapReceipt(expected: SwapReceipt, { sides, refFee }: Arrived, protocolFeePpm: Ppm): SwapReceipt {
  if (!('fees' in expected)) return expected;
  const [, paid] = sides;
  const before = mulDivUp(paid + refFee, PPM, PPM - protocolFeePpm);
  const fees = { lp: expected.fees.lp, protocol: amount(before - paid - refFee), ref: amount(refFee) };
  return { ...expected, amountB: amount(paid), fees };
}

/** The amount that stayed in the pool. Zero if more came back than was sent, because the LP account still held an earlier amount. */
const left = (sent: Amount, back: bigint): Amount => amount(sent > back ? sent - back : 0n);
