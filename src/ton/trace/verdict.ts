// The outcome of a request, judged by its whole trace: never by a query id, which anybody can reuse.

import { sendVerdict } from './sending.ts';
import { costOf, isAborted, isSentBack, type Tally, tallyOf, tonMoved, vmOf } from './tally.ts';
import type { Hop } from './trace.ts';
import type { AnyWatch, FailureReason, FinalVerdict, Watch } from './watch.ts';

/** `found`: all hops of a trace that has no message under way any more, in any order. */
export function verdictOf(watch: AnyWatch, found: readonly Hop[]): FinalVerdict {
  const hops = found.toSorted(byTime);
  if (watch.kind === 'send') return sendVerdict(watch, hops);
  const tally = tallyOf(watch, hops);
  const { received, refFee } = tally;
  const movedNano = tonMoved(watch, tally, hops);
  if (isCompleted(watch, tally))
    return { status: 'completed', received, refFee, cost: costOf(watch, hops, movedNano), exitCode: tally.exitCode };
  const reasons = hops.filter(({ parent }) => parent === null).map((begun) => reasonOf(watch, begun, hops));
  const reason = WORST_FIRST.find((one) => reasons.includes(one)) ?? 'stranded';
  const bounced = reason === 'bounced' ? hops.find(isAborted) : undefined;
  // TON that waits in the LP account (staged) is no cost: the user can take it back.
  const cost = costOf(watch, hops, reason === 'staged' ? movedNano : 0n);
  const exitCode = bounced ? vmOf(bounced).exitCode : tally.exitCode;
  return { status: 'failed', reason, received, refFee, cost, exitCode };
}

/** A provision sends one message per token: if they failed for different reasons, the first of these is reported. */
const WORST_FIRST: readonly FailureReason[] = ['stranded', 'staged', 'refunded', 'bounced'];

function byTime(a: Hop, b: Hop): number {
  if (a.transaction.lt !== b.transaction.lt) return a.transaction.lt < b.transaction.lt ? -1 : 1;
  return a.account < b.account ? -1 : 1;
}

function isCompleted({ kind }: Watch, tally: Tally): boolean {
  const [first, second] = tally.received.sides;
  if (isShort(tally)) return false;
  if (kind === 'swap') return second > 0n;
  return kind === 'provide' ? tally.received.lp > 0n : first + second > 0n;
}

/** True if something that a pool paid out did not arrive. */
const isShort = ({ received, owed }: Tally): boolean => received.sides[0] < owed[0] || received.sides[1] < owed[1];

function reasonOf(watch: Watch, begun: Hop, hops: readonly Hop[]): FailureReason {
  const branch = hops.filter((hop) => rootOf(hop) === begun);
  const tally = tallyOf(watch, branch);
  const [first, second] = tally.received.sides;
  if (isShort(tally)) return 'stranded';
  if (watch.kind === 'provide' && tally.isStaged) return 'staged';
  if (isUndone(watch, begun, branch)) return 'bounced';
  return watch.kind !== 'withdraw' && first + second > 0n ? 'refunded' : 'stranded';
}

function rootOf(hop: Hop): Hop {
  let at = hop;
  while (at.parent) at = at.parent;
  return at;
}

/** True if the user's message had no effect: the first contract refused it, or passed it on and got it back as a bounce. */
function isUndone({ sides }: Watch, begun: Hop, branch: readonly Hop[]): boolean {
  const isOfTon = sides.some(({ routerWallet, userWallet }) => userWallet === null && routerWallet === begun.account);
  if (isAborted(begun)) return !isOfTon || isSentBack(begun);
  return branch.some((hop) => isReturn(hop) && hop.account === begun.account);
}

const isReturn = (hop: Hop): boolean => hop.info.bounced && !isAborted(hop);
