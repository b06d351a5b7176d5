// The order form: the amount sold or bought, its price or schedule, what that gives or costs, and the button.
import { useRef, useState } from 'react';
import { usePoolPrice } from '../../../data/pool-price.ts';
import { isToken } from '../../../data/token-info.ts';
import { Check } from '../../../parts/Check.tsx';
import { t } from '../../../words/words.ts';
import { AmountSide } from '../panel/AmountSide.tsx';
import { Picking } from '../panel/Picking.tsx';
import type { Side } from '../panel/prepared-swap.ts';
import { Waterline } from '../panel/Waterline.tsx';
import styles from '../swap.module.css';
import { ChangedTitle } from './change/Changing.tsx';
import { LimitSide } from './LimitSide.tsx';
import { OrderAction } from './OrderAction.tsx';
import { amountOf, positiveText } from './order-state.ts';
import own from './orders.module.css';
import { StopRows, StopSide } from './StopSide.tsx';
import { Ending, Repeating } from './Timing.tsx';
import type { Ordering } from './use-order.ts';

export function OrderPanel(ordering: Ordering) {
  const { form, terms, quote, balanceOf, edit } = ordering;
  const [picking, setPicking] = useState<Side | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pool = usePoolPrice(form.pay, form.receive);
  const toButton = () => button.current?.focus();
  const isStop = form.kind === 'stop';
  const isExact = form.side === 'receive';
  const [most, least] = [terms?.amount ?? null, terms?.limit?.minReceived ?? null];
  const typed = { isTyped: true, text: form.amount, exact: positiveText(amountOf(form)) };
  const computed = (exact: string | null) => ({ isTyped: false, text: exact ?? '', exact });
  const side = (of: Side) => {
    const token = form[of];
    return {
      side: of,
      token,
      isStale: false,
      balance: isToken(token) ? balanceOf(token.address) : null,
      pool,
      onPick: () => setPicking(of),
    };
  };
  return (
    <section className={styles.panel} aria-label={t(`swap.${form.kind}.title`)}>
      <ChangedTitle {...ordering} />
      <AmountSide
        {...side('pay')}
        {...(isExact ? { ...computed(most), label: t('orders.pay.most') } : typed)}
        placeholder="0"
        onType={(text) => ordering.type('amount', text, 'pay')}
        onEnter={toButton}
        onPart={ordering.takePart}
      />
      {form.kind === 'recurring' && <Repeating form={form} edit={edit} />}
      {isStop && <StopSide {...ordering} onEnter={toButton} />}
      {form.kind !== 'limit' && (
        <div className={own.options}>
          <Check
            label={t('orders.limited')}
            isChecked={form.hasLimit}
            onCheck={(isLimited) => edit({ limit: isLimited ? 'yes' : '' })}
          />
        </div>
      )}
      {form.hasLimit && <LimitSide {...ordering} onEnter={toButton} />}
      <Waterline onFlip={ordering.flip} ripple={quote?.sequence ?? 0} />
      <div className={styles.water}>
        <AmountSide
          {...side('receive')}
          {...(isExact ? typed : computed(least))}
          label={t(form.hasLimit && !isExact ? 'orders.receive' : 'swap.receive')}
          placeholder={form.hasLimit ? '0' : t('orders.atMarket')}
          isFixed={form.kind !== 'limit'}
          onType={(text) => ordering.type('amount', text, 'receive')}
          onEnter={toButton}
        />
      </div>
      <OrderAction {...ordering} ref={button}>
        {(form.kind === 'limit' || ordering.changed?.order?.parts === false) && (
          <Check
            label={t('orders.whole')}
            isChecked={form.isWhole}
            onCheck={(isWhole) => edit({ whole: isWhole ? 'yes' : '' })}
          />
        )}
        {form.kind !== 'recurring' && (
          <Ending form={form} edit={edit}>
            {isStop && <StopRows form={form} quote={form.over === '' ? quote : null} edit={edit} />}
          </Ending>
        )}
      </OrderAction>
      <Picking side={picking} onChoose={ordering.choose} onClose={() => setPicking(null)} />
    </section>
  );
}
