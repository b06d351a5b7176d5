// The tracker for the outbox: takes stored orders and gives verdicts that can be stored.
import type { ChainOrder } from '../../ports/chain-orders.ts';
import type { SettlementFault } from '../../ports/venue/chain.ts';
import type { Details, Verdict as OrderVerdict, SentMessage, Track } from '../outbox/track.ts';
import type { Tracker } from './tracker.ts';
import type { AnyWatch, FailureReason, Settled } from './watch.ts';
import { faultOf } from './words.ts';

export class OrderTrack implements Track {
  readonly #tracker: Tracker;

  constructor(tracker: Tracker) {
    this.#tracker = tracker;
  }

  async track(order: ChainOrder, sent: readonly (SentMessage | null)[]): Promise<OrderVerdict> {
    const watch: AnyWatch = JSON.parse(order.watch);
    const messages = sent.flatMap((message) => (message ? [inRaw(message)] : []));
    const verdict = await this.#tracker.track(messages, watch);
    if (verdict.status === 'pending') return verdict;
    if (verdict.status === 'completed') return { status: 'completed', details: detailsOf(verdict) };
    const { reason } = verdict;
    // If one half was not sent and the other is staged, the wallet had too little TON for both.
    const isShort = sent.includes(null) && reason === 'staged';
    const fault = faultOf(reason, verdict.exitCode);
    const words = `${isShort ? 'the wallet had not enough TON for both halves; ' : ''}${fault.reason}`;
    const details = { outcome: reason, reasonCode: fault.reasonCode, ...detailsOf(verdict) };
    return { status: 'failed', reason: words, details };
  }
}

/** Amounts are texts in base units; `received` is in the order of the watch's sides. */
export type TraceDetails = {
  /** Only if the order failed. */
  readonly outcome?: FailureReason;
  readonly reasonCode?: SettlementFault;
  readonly received: readonly [string, string];
  readonly lp: string;
  readonly refFee: string;
  readonly exitCode: number | null;
  readonly gasUnits: string;
  readonly networkFee: string;
  readonly walletNano: string;
};

function detailsOf({ received, refFee, exitCode, cost }: Settled): TraceDetails & Details {
  const [first, second] = received.sides;
  return {
    ...{ received: [`${first}`, `${second}`], lp: `${received.lp}`, refFee: `${refFee}`, exitCode },
    ...{ gasUnits: `${cost.gasUnits}`, networkFee: `${cost.networkFee}`, walletNano: `${cost.walletNano}` },
  };
}

const inRaw = ({ source, destination, createdLt }: SentMessage) => ({
  ...{ source: source.toRawString(), destination: destination.toRawString() },
  createdLt,
});
