// The outcome of an order as the venue stores it, with its receipt; takes back what was left in an LP account.
import { amount } from '../../core/amount.ts';
import type { ChainOrder, ChainOrders } from '../../ports/chain-orders.ts';
import type { Details, SentMessage, Track, Verdict } from '../outbox/track.ts';
import type { TraceDetails } from '../trace/order-track.ts';
import { TON } from './dex.ts';
import type { Requested, Result } from './history.ts';
import { pack, unpack } from './json.ts';
import { settledReceipt } from './receipts.ts';
import { tonMoved } from './spent.ts';

type Options = {
  /** Judges by the trace alone. */
  readonly traces: Track;
  readonly orders: Pick<ChainOrders, 'send'>;
  /** Accepts the take-back order for an order; repeated calls accept it once. */
  takeBack(order: ChainOrder): Promise<void>;
};

export class VenueTrack implements Track {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async track(order: ChainOrder, sent: readonly (SentMessage | null)[], feeNano: bigint): Promise<Verdict> {
    const { traces, orders, takeBack } = this.#options;
    const verdict = await traces.track(order, sent, feeNano);
    if (verdict.status === 'pending') return verdict;
    const traced = verdict.details as TraceDetails;
    const send = order.send === null ? undefined : await orders.send(order.send);
    const sending = { ...costOf(traced), ...(send?.hash && { transactionHash: send.hash }) };
    const spent = (movedNano: bigint) => ({ tonSpentNano: BigInt(traced.walletNano) + feeNano - movedNano });
    if (verdict.status === 'completed') {
      const ended = receiptOf(order, traced);
      return { status: 'completed', details: stored({ ...sending, ...spent(movedBy(order, ended)), ...ended }) };
    }
    // Before the order ends: if this is interrupted, the order is judged again, and the take-back is retried.
    if (traced.outcome === 'staged') await takeBack(order);
    const { reasonCode, outcome } = traced;
    const details = stored({ ...sending, ...spent(waitingOf(order, traced)), ...(reasonCode && { reasonCode }) });
    return { status: 'failed', reason: verdict.reason, details, isStranded: outcome === 'stranded' };
  }
}

function receiptOf(order: ChainOrder, { received, lp, refFee }: TraceDetails): Pick<Result, 'receipt' | 'returned'> {
  const request = unpack<Requested>(order.request);
  const [first, second] = [amount(BigInt(received[0])), amount(BigInt(received[1]))];
  if (!('receipt' in request)) return { returned: [first, second] };
  const arrived = { sides: [first, second], lp: BigInt(lp), refFee: BigInt(refFee) } as const;
  return { receipt: settledReceipt(request.receipt, arrived, request.protocolFeePpm) };
}

/** TON amounts paid, less those received. */
function movedBy(order: ChainOrder, { receipt, returned }: Pick<Result, 'receipt' | 'returned'>): bigint {
  if (receipt) return tonMoved(receipt);
  const request = unpack<Requested>(order.request);
  if (!('takesBack' in request) || !returned) return 0n;
  const { tokenA, tokenB } = request.takesBack;
  return (tokenA === TON ? -returned[0] : 0n) - (tokenB === TON ? returned[1] : 0n);
}

/** TON of liquidity that was not provided: it is in the LP account and not lost. */
function waitingOf(order: ChainOrder, { outcome, received }: TraceDetails): bigint {
  const request = unpack<Requested>(order.request);
  if (outcome !== 'staged' || !('receipt' in request) || request.receipt.kind !== 'provide') return 0n;
  const { tokenA, tokenB, amountA, amountB } = request.receipt;
  return (tokenA === TON ? amountA - BigInt(received[0]) : 0n) + (tokenB === TON ? amountB - BigInt(received[1]) : 0n);
}

const costOf = ({ networkFee, gasUnits }: TraceDetails): Result => ({
  networkFeeNano: BigInt(networkFee),
  gasUnits: BigInt(gasUnits),
});

/** As stored, with amounts as texts. */
const stored = (result: Result): Details => JSON.parse(pack(result)) as Details;
