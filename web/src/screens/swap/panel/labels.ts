// What the button says in each situation.
import { words } from '../../../words/errors.ts';
import { labelOf, newLabelOf } from './order.ts';
import type { SwapState } from './swap-state.ts';

export function labelIn(state: SwapState): string {
  switch (state.kind) {
    case 'loading':
      return 'One moment';
    case 'unknown-token':
    case 'same-token':
    case 'no-way':
    case 'empty-pool':
      return 'Choose another token';
    case 'paused':
      return 'Paused';
    case 'nothing-typed':
      return 'Type an amount';
    case 'unreadable':
      return 'Not a number';
    case 'ambiguous':
      return 'Which one is meant?';
    case 'too-fine':
      return 'Too many decimals';
    case 'too-large':
    case 'pool-too-small':
      return 'Too much';
    case 'too-little':
      return 'Too little';
    case 'offline':
      return 'Offline';
    case 'asking':
      return 'Asking for the price';
    case 'failed':
      return words(state.failure.code, state.failure.message).next;
    case 'not-enough':
      return `Not enough ${state.token.symbol}`;
    case 'over-limit':
      return state.isTyped
        ? `${labelOf(state.order)} at a cost of ${state.figure} %`
        : state.why === 'effect'
          ? 'Over the limit'
          : 'Type the cost first';
    case 'moved':
      return newLabelOf(state.order);
    case 'large':
      return `${labelOf(state.order)} anyway`;
    case 'quoted':
    case 'signed-out':
      return labelOf(state.order);
    case 'sending':
      return 'Writing it';
    case 'asking-again':
      return `Asking, try ${state.attempt}`;
    case 'unknown':
      return 'Ask again';
    case 'refused':
      return words(state.failure.code, state.failure.message).next;
    case 'done':
      return 'Done';
  }
}
