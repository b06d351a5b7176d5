// The verdict on a transfer: whether it arrived or came back.
import { costOf, isAborted, isSentBack, vmOf } from './tally.ts';
import type { Hop } from './trace.ts';
import type { FinalVerdict, SendWatch } from './watch.ts';

export function sendVerdict(watch: SendWatch, hops: readonly Hop[]): FinalVerdict {
  const nothing = { received: { sides: [0n, 0n], lp: 0n }, refFee: 0n } as const;
  const root = hops.find(({ parent }) => parent === null);
  const isTon = watch.wallets === null;
  const arrivals = isTon ? (root ? [root] : []) : hops.filter((hop) => isArrival(watch, hop));
  const arrived = arrivals.filter((hop) => (isTon ? !isSentBack(hop) : !isAborted(hop)));
  const movedNano = isTon ? (arrived[0]?.info.value.coins ?? 0n) : 0n;
  const shared = { ...nothing, cost: costOf(watch, hops, movedNano) };
  // A token with a tax keeps a part of each transfer, so its recipient got less than was sent.
  if (arrived.length > 0 && !isTon && unitsOf(arrived) < unitsOf(root ? [root] : []))
    return { status: 'failed', reason: 'short', ...shared, exitCode: null };
  if (arrived.length > 0) return { status: 'completed', ...shared, exitCode: null };
  const stopped = [root, ...arrivals].find((hop) => hop && isAborted(hop));
  return stopped
    ? { status: 'failed', reason: 'bounced', ...shared, exitCode: vmOf(stopped).exitCode }
    : { status: 'failed', reason: 'stranded', ...shared, exitCode: null };
}

const isArrival = ({ wallets }: SendWatch, { source, account, body, info }: Hop): boolean =>
  !info.bounced && body?.op === 'internal transfer' && source === wallets?.[0] && account === wallets?.[1];

/** The amount in the bodies of transfers. */
const unitsOf = (hops: readonly Hop[]): bigint =>
  hops.reduce((sum, { body }) => sum + (body && 'amount' in body ? body.amount : 0n), 0n);
