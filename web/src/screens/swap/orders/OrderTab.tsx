// The tabs "Limit", "Stop" and "Recurring": the order form with the ledger entries that placing the order will write, next to the market.
import { addressOf, isToken } from '../../../data/token-info.ts';
import { Empty } from '../../../parts/Empty.tsx';
import { AfterOpening, useHold } from '../../../parts/hold.tsx';
import { ShowCall, type ShownCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import { isOpening, Trading } from '../SwapTab.tsx';
import styles from '../swap.module.css';
import { useIsMarketEmpty } from '../use-pair.ts';
import { OrderLedger } from './OrderLedger.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { inputOf, type OrderKind, quoteInputOf } from './order-state.ts';
import { turned } from './PriceField.tsx';
import { type Ordering, useOrder } from './use-order.ts';

export default function OrderTab({ kind }: { readonly kind: OrderKind }) {
  const ordering = useOrder(kind);
  const { form } = ordering;
  const isEmpty = useIsMarketEmpty() && form.pay === null && form.receive === null;
  useHold(!isEmpty && (ordering.isFirstQuote || isOpening(ordering)));
  if (isEmpty) return <Empty title={t('swap.empty')}>{t('swap.empty.text')}</Empty>;
  const [base, told] = form.isInverse ? [form.receive, form.pay] : [form.pay, form.receive];
  return (
    <>
      <div className={styles.screen}>
        <div className={styles.form}>
          <OrderPanel {...ordering} />
          <OrderLedger {...ordering} />
        </div>
        <AfterOpening>
          <Trading
            {...{ ordering, shown: null, pay: addressOf(form.pay) }}
            pair={isToken(base) && isToken(told) ? [base, told] : null}
            onTurn={() => ordering.edit(turned(form))}
          />
        </AfterOpening>
      </div>
      <ShowCall calls={callsOf(ordering)} />
    </>
  );
}

/** The two API requests that the tab sends, with its current values, as `ShowCall` shows them to developers. */
function callsOf({ form, terms }: Ordering): readonly ShownCall[] {
  const quote = quoteInputOf(form);
  const [tokenA, tokenB] = [quote?.tokenA ?? '', quote?.tokenB ?? ''];
  const order = terms
    ? inputOf(terms, Date.now())
    : { Pair: { tokenA, tokenB }, amount: { tokenA: '1' }, price: '1', ...(form.kind === 'recurring' && RECURRING) };
  return [
    { name: 'quoteOrder', method: 'GET', input: quote ?? { tokenA, tokenB, amount: '1', price: '1' } },
    { name: 'createOrder', method: 'POST', input: order },
  ];
}

const RECURRING = { kind: 'recurring', times: 10, every: 86_400 };
