// The outcome of messages that a wallet sent, signed by the server or by its owner; for a request, with the receipt that the store keeps.
import { amount } from '../../core/amount.ts';
import type { ChainRequest } from '../../ports/chain-requests.ts';
import type { Settlement } from '../../ports/venue/chain.ts';
import { type ExecutedMessages, feeShareOf } from '../outbox/execution.ts';
import type { Details, Track } from '../outbox/track.ts';
import type { Tracker } from '../trace/tracker.ts';
import type { AnyWatch, FinalVerdict } from '../trace/watch.ts';
import { faultOf } from '../trace/words.ts';
import { decisionOf, type Result, type StoredDecision } from './history.ts';
import { pack } from './json.ts';
import { settledReceipt } from './receipts.ts';

/** `takeBack` is called for a request that left tokens in its LP account, maybe repeatedly: it must start only one take-back. */
export function venueTrack(tracker: Tracker, takeBack: (request: ChainRequest) => Promise<void>): Track {
  return async (request, executed) => {
    const watch: AnyWatch = JSON.parse(request.watch);
    const verdict = await tracker.track(messagesOf(executed), watch);
    if (verdict.status === 'pending') return verdict;
    const gas = { gasUnits: verdict.cost.gasUnits };
    const settlement = settlementFrom(verdict, executed);
    if (verdict.status === 'completed')
      return {
        status: 'completed',
        details: stored({ ...settlement, ...gas, ...receiptOf(decisionOf(request), verdict) }),
      };
    // Done before the request's end is stored: if interrupted, the request is judged again, and the take-back is retried.
    if (verdict.reason === 'staged') await takeBack(request);
    return {
      status: 'failed',
      details: stored({ ...settlement, ...gas }),
      isStranded: verdict.reason === 'stranded' || verdict.reason === 'short',
    };
  };
}

export const messagesOf = ({ sent }: ExecutedMessages) => sent.filter((message) => message !== null);

export function settlementFrom(verdict: FinalVerdict, executed: ExecutedMessages): Settlement {
  return {
    ...(verdict.status === 'failed' && faultIn(verdict, executed)),
    transactionHash: executed.execution.hash().toString('hex'),
    networkFeeNano: verdict.cost.networkFee,
    tonSpentNano: verdict.cost.spentNano + feeShareOf(executed),
  };
}

function faultIn({ reason: how, exitCode }: FinalVerdict & { readonly status: 'failed' }, { sent }: ExecutedMessages) {
  const { reasonCode, reason } = faultOf(how, exitCode);
  // If only one token of a provision was sent, and waits in the LP account, the wallet had too little TON for both messages.
  const isShort = sent.includes(null) && how === 'staged';
  return { reason: isShort ? `the wallet had not enough TON for both halves; ${reason}` : reason, reasonCode };
}

function receiptOf(decision: StoredDecision, { received, refFee }: FinalVerdict): Pick<Result, 'receipt' | 'returned'> {
  const [first, second] = received.sides;
  return 'receipt' in decision
    ? { receipt: settledReceipt(decision.receipt, { ...received, refFee }, decision.protocolFeePpm) }
    : { returned: [amount(first), amount(second)] };
}

/** As stored, with amounts as texts. */
const stored = (result: Result): Details => JSON.parse(pack(result)) as Details;
