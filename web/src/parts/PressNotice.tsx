// The notice of a press that has not ended: that it is being repeated, or that its outcome is unknown.
import type { ReactNode } from 'react';
import { isOnChain } from '../data/chain.ts';
import type { Press } from '../data/press/press.ts';
import type { Pressing } from '../data/press/use-presser.ts';
import { signsItself } from '../data/wallet/own.ts';
import { t } from '../words/words.ts';
import { LinkButton } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { isAwaited } from './press-words.ts';

export function PressNotice({
  state,
  other,
  giveUp,
  children,
}: Pick<Pressing<unknown, unknown>, 'other' | 'giveUp'> & {
  readonly state: Press<unknown, unknown> | { readonly kind: string };
  /** Further details, shown to the account that pressed. */
  readonly children?: ReactNode;
}) {
  const isOwn = 'pressed' in state && signsItself(state.pressed.account);
  if (isOwn && state.kind === 'sending') {
    return (
      <Notice tone="wheat" title={t('wallet.sign')}>
        {t('wallet.sign.text')}
      </Notice>
    );
  }
  // On a chain a slow answer is normal, not a lost connection.
  if (state.kind === 'pending' || (isOnChain && isAwaited(state.kind))) {
    return (
      <Notice tone="wheat" title={t('chain.pending')}>
        {t(isOwn ? 'wallet.pending' : 'chain.pending.asking')}
      </Notice>
    );
  }
  if (state.kind === 'asking-again') {
    return (
      <Notice tone="wheat" title={t('parts.press.asking')}>
        {t('parts.press.asking.text')}
      </Notice>
    );
  }
  if (state.kind !== 'unknown' || !('failure' in state)) return null;
  return (
    <Notice tone="wheat" title={t('parts.press.unknown')}>
      {other === null ? state.failure.message : t('parts.press.other', { account: other })} {other === null && children}
      {t(isOwn ? 'wallet.safe' : 'parts.press.safe')}{' '}
      <LinkButton onClick={giveUp}>{t('parts.press.giveUp')}</LinkButton>
    </Notice>
  );
}
