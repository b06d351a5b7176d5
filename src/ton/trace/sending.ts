// The verdict on a transfer: whether it arrived or came back.
import { costOf, isAborted, isSentBack, vmOf } from './tally.ts';
import type { Hop } from './trace.ts';
import type { FinalVerdict, SendWatch } from './watch.ts';

export function sendVerdict(watch: SendWatch, hops: readonly Hop[]): FinalVerdict {
  const nothing = { received: { sides: [0n, 0n], lp: 0n }, refFee: 0n } as const;
  const begun = hops.find(({ parent }) => parent === null);
  const arrived = watch.wallets === null ? begun : hops.find((hop) => isArrival(watch, hop));
  const isDone = arrived && (watch.wallets === null ? !isSentBack(arrived) : !isAborted(arrived));
  const movedNano = isDone && watch.wallets === null ? arrived.info.value.coins : 0n;
  const shared = { ...nothing, cost: costOf(watch, hops, movedNano) };
  if (isDone) return { status: 'completed', ...shared, exitCode: null };
  const stopped = [begun, arrived].find((hop) => hop && isAborted(hop));
  return stopped
    ? { status: 'failed', reason: 'bounced', ...shared, exitCode: vmOf(stopped).exitCode }
    : { status: 'failed', reason: 'stranded', ...shared, exitCode: null };
}

const isArrival = ({ wallets }: SendWatch, { source, account, body, info }: Hop): boolean =>
  !info.bounced && body?.op === 'internal transfer' && source === wallets?.[0] && account === wallets?.[1];
