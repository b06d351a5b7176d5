// The button's label in each state.
import { written } from '../../../exact/figures.ts';
import { pressWords } from '../../../parts/press-words.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import { amountsOf, newLabelOf } from './order.ts';
import type { SwapState } from './swap-state.ts';

export function labelIn(state: SwapState): string {
  switch (state.kind) {
    case 'loading':
      return t('swap.button.loading');
    case 'unknown-token':
    case 'same-token':
    case 'no-way':
    case 'empty-pool':
      return t('swap.button.otherToken');
    case 'paused':
      return t('swap.button.paused');
    case 'nothing-typed':
      return t('swap.button.enter');
    case 'unreadable':
      return t('swap.button.invalid');
    case 'ambiguous':
      return t('swap.button.ambiguous');
    case 'too-fine':
      return t('swap.button.tooFine');
    case 'too-large':
    case 'pool-too-small':
      return t('swap.button.tooLarge');
    case 'too-little':
      return t('swap.button.tooSmall');
    case 'offline':
      return t('swap.button.offline');
    case 'asking':
      return t('swap.button.asking');
    case 'failed':
      return words(state.failure.code, state.failure.message).next;
    case 'not-enough':
      return t('swap.button.notEnough', { symbol: state.token.symbol });
    case 'over-limit':
      return state.isTyped
        ? t('swap.button.cost', { ...amountsOf(state.order), cost: written(state.figure) })
        : state.why === 'effect'
          ? t('swap.button.overLimit')
          : t('swap.button.confirmCost');
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
    case 'unknown':
      return t('swap.button.checkAgain');
    case 'refused':
      return words(state.failure.code, state.failure.message).next;
    case 'done':
      return t('swap.button.done');
  }
}
