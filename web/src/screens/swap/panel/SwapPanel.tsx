// The swap form: the amount paid above a wave, the amount received below it, then the facts of the quote and the button.
import { useRef, useState } from 'react';
import { isOnChain } from '../../../data/chain.ts';
import { usePoolPrice } from '../../../data/pool-price.ts';
import { isToken } from '../../../data/token-info.ts';
import { CheckIcon } from '../../../shell/icons.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import { Action } from './Action.tsx';
import { AmountSide } from './AmountSide.tsx';
import { Facts } from './Facts.tsx';
import { Picking } from './Picking.tsx';
import type { Side } from './prepared-swap.ts';
import { amountsOf, exactOf, placeholderOf } from './swap-state.ts';
import type { Swapping } from './use-swap.ts';
import { Waterline } from './Waterline.tsx';

export function SwapPanel(swapping: Swapping) {
  const { form, state, shown, isStale, balanceOf } = swapping;
  const [picking, setPicking] = useState<Side | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pool = usePoolPrice(form.pay, form.receive);
  const amounts = amountsOf(form, shown);
  const exact = exactOf(form, shown);
  const side = (of: Side) => {
    const token = form[of];
    return {
      side: of,
      token,
      text: amounts[of],
      exact: exact[of],
      placeholder: placeholderOf(of, form, state),
      isTyped: form.side === of,
      isStale: form.side !== of && isStale,
      balance: isToken(token) ? balanceOf(token.address) : null,
      pool,
      onType: (text: string) => swapping.type(of, text),
      onPick: () => setPicking(of),
      onEnter: () => button.current?.focus(),
    };
  };
  const hasFacts = shown !== null && state.kind !== 'done';
  return (
    <section className={styles.panel} aria-label={t('swap.title')}>
      <AmountSide {...side('pay')} onPart={swapping.takePart} />
      <Waterline onFlip={swapping.flip} ripple={shown?.sequence ?? 0} />
      <div className={styles.water}>
        <AmountSide {...side('receive')} />
        {!isOnChain && (
          <p className={styles.exact} data-shown={'order' in state || undefined}>
            <CheckIcon /> {t('swap.exact')}
          </p>
        )}
      </div>
      <Action {...swapping} ref={button}>
        {hasFacts && <Facts {...swapping} quote={shown} />}
      </Action>
      <Picking side={picking} onChoose={swapping.choose} onClose={() => setPicking(null)} />
    </section>
  );
}
