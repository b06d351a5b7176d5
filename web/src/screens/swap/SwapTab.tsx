// The tab "Swap": the form with the facts of its quote, next to the price and the ledger entries that the swap will write.
import { isOnChain } from '../../data/chain.ts';
import { inDirection } from '../../data/direction.ts';
import { addressOf, isToken } from '../../data/token-info.ts';
import { Empty } from '../../parts/Empty.tsx';
import { useHold } from '../../parts/hold.tsx';
import { piece } from '../../parts/piece.tsx';
import { ShowCall, type ShownCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';
import { LedgerCard } from './ledger/LedgerCard.tsx';
import { SwapPanel } from './panel/SwapPanel.tsx';
import { quoteInputOf } from './panel/swap-state.ts';
import { type Swapping, useSwap } from './panel/use-swap.ts';
import { PriceCard } from './price/PriceCard.tsx';
import styles from './swap.module.css';
import { useIsMarketEmpty } from './use-pair.ts';

const ChainCard = piece(() => import('../chain/ChainCard.tsx'));

export function SwapTab() {
  const swapping = useSwap();
  const { pay, receive } = swapping.form;
  const pair = isToken(pay) && isToken(receive) ? inDirection(pay, receive) : null;
  const isEmpty = useIsMarketEmpty() && swapping.form.pay === null && swapping.form.receive === null;
  useHold(!isEmpty && isOpening(swapping));
  return (
    <>
      {isEmpty ? (
        <Empty title={t('swap.empty')}>{t('swap.empty.text')}</Empty>
      ) : (
        <div className={styles.screen}>
          <SwapPanel {...swapping} />
          <div className={styles.beside}>
            {isOnChain ? (
              <ChainCard />
            ) : (
              <>
                {/* After a refusal the chart shows only the current price, not the price after the swap. */}
                <PriceCard pair={pair} shown={swapping.state.kind === 'refused' ? null : swapping.shown} />
                <LedgerCard {...swapping} />
              </>
            )}
          </div>
        </div>
      )}
      <ShowCall calls={callsOf(swapping)} />
    </>
  );
}

type Opened = Pick<Swapping, 'account' | 'balanceOf'> & {
  readonly state: { readonly kind: string };
  readonly form: Pick<Swapping['form'], 'pay'>;
};

/** True while data that takes up space in the panel is loading. */
export function isOpening({ state, form: { pay }, account, balanceOf }: Opened): boolean {
  if (state.kind === 'loading' || state.kind === 'asking') return true;
  return account !== null && isToken(pay) && balanceOf(pay.address) === null;
}

/** The two API requests that the screen sends, with its current values, as `ShowCall` shows them to developers. */
function callsOf({ form, state }: Swapping): readonly ShownCall[] {
  const [pay, receive] = [addressOf(form.pay), addressOf(form.receive)];
  const quote = quoteInputOf(form) ?? { tokenA: pay, tokenB: receive, amount: '1' };
  const swap =
    'order' in state ? state.order.input : { Pair: { tokenA: pay, tokenB: receive }, amount: { tokenA: '1' } };
  return [
    { name: 'getQuote', method: 'GET', input: quote },
    { name: 'createSwap', method: 'POST', input: swap },
  ];
}
