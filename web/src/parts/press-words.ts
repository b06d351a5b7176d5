// The label of a submit button that cannot be pressed: its press is under way, or the typed amount is unclear.
import { isOnChain } from '../data/chain.ts';
import type { Press } from '../data/press/press.ts';
import { signsItself } from '../data/wallet/own.ts';
import type { Unclear } from '../exact/amount.ts';
import { t } from '../words/words.ts';

/** Null if the button can be pressed. */
export function pressWords(state: Press<unknown, unknown>): string | null {
  const { kind } = state;
  if (isInWallet(state)) return t('wallet.sign');
  if (kind === 'pending' || (isOnChain && isAwaited(kind))) return t('chain.pending.button');
  if (kind === 'sending') return t('parts.press.sending');
  return kind === 'asking-again' ? t('parts.press.attempt', { attempt: state.attempt }) : null;
}

/** True while the wallet waits for its owner's confirmation. */
const isInWallet = (state: Press<unknown, unknown>): boolean =>
  state.kind === 'sending' && signsItself(state.pressed.account);

export const unclearWords = ({ kind }: Unclear): string => t(`parts.unclear.button.${kind}`);

export const isAwaited = (kind: string): boolean => kind === 'sending' || kind === 'asking-again';
