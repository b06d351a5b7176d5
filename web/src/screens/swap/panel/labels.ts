// The button's label in each state.
import { written } from '../../../exact/figures.ts';
import { pressWords, unclearWords } from '../../../parts/press-words.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import { amountsOf, newLabelOf } from './prepared-swap.ts';
import type { SwapState } from './swap-state.ts';

/** Labels without amounts or symbols, by state; the order panel uses them too. */
export const LABELS = {
  loading: 'swap.button.loading',
  'unknown-token': 'swap.button.otherToken',
  'same-token': 'swap.button.otherToken',
  'no-way': 'swap.button.otherToken',
  'empty-pool': 'swap.button.otherToken',
  paused: 'swap.button.paused',
  'nothing-typed': 'swap.button.enter',
  'pool-too-small': 'swap.button.tooLarge',
  'too-little': 'swap.button.tooSmall',
  offline: 'swap.button.offline',
  asking: 'swap.button.asking',
  unknown: 'swap.button.checkAgain',
  done: 'swap.button.done',
} as const;

export function labelIn(state: SwapState): string {
  switch (state.kind) {
    case 'unclear':
      return unclearWords(state.reading);
    case 'failed':
    case 'refused':
      return words(state.failure).next;
    case 'not-enough':
      return t('swap.button.notEnough', { symbol: state.token.symbol });
    case 'over-limit':
      if (state.isTyped) return t('swap.button.cost', { ...amountsOf(state.order), cost: written(state.figure) });
      return t(state.why === 'effect' ? 'swap.button.overLimit' : 'swap.button.confirmCost');
    case 'moved':
      return newLabelOf(state.order);
    case 'large':
      return t('swap.button.anyway', amountsOf(state.order));
    case 'quoted':
    case 'signed-out':
      return t('swap.button', amountsOf(state.order));
    case 'sending':
    case 'asking-again':
    case 'pending':
      return pressWords(state) ?? '';
    default:
      return t(LABELS[state.kind]);
  }
}
