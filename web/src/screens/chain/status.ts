// The status of a change on a chain, and why it failed, in the user's language.
import type { GetSwapOutput } from '#client';
import { t } from '../../words/words.ts';

type Settled = Pick<GetSwapOutput, 'reason' | 'reasonCode'> & { readonly status?: string };

/** Without a reason code, the server's English message is shown. */
const reasonOf = ({ reason, reasonCode }: Settled): string =>
  reasonCode === undefined ? (reason ?? '') : t(`chain.reason.${reasonCode}`);

export function statusOf(change: Settled): string {
  const reason = reasonOf(change);
  if (change.status === 'failed' && reason !== '') return t('chain.status.because', { reason });
  return t(
    change.status === 'failed' || change.status === 'pending'
      ? `chain.status.${change.status}`
      : 'chain.status.completed',
  );
}
