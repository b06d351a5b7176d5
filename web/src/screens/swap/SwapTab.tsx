// The tab "Swap": the form with the facts of its quote and the ledger entries that the swap will write, next to the market.
import { isOnChain } from '../../data/chain.ts';
import { inDirection } from '../../data/direction.ts';
import { useReversed } from '../../data/reversed.ts';
import { addressOf, isToken } from '../../data/token-info.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { AfterOpening, useHold } from '../../parts/hold.tsx';
import { piece } from '../../parts/piece.tsx';
import { ShowCall, type ShownCall } from '../../parts/ShowCall.tsx';
import { t, withTexts } from '../../words/words.ts';
import { SwapPanel } from './panel/SwapPanel.tsx';
import { quoteInputOf } from './panel/swap-state.ts';
import { type Swapping, useSwap } from './panel/use-swap.ts';
import styles from './swap.module.css';
import { useIsMarketEmpty } from './use-pair.ts';

/** Everything around the form, which can be used before any of it is loaded. */
export const Trading = piece(() => withTexts(import('./trading/Trading.tsx'), 'order', 'trading'));
const LedgerEntries = piece(() => import('./ledger/LedgerEntries.tsx'));
const ChainCard = piece(() => import('../chain/ChainCard.tsx'));

export function SwapTab() {
  const swapping = useSwap();
  const { pay, receive } = swapping.form;
  const [isReversed, turn] = useReversed(addressOf(pay), addressOf(receive));
  const directed = isToken(pay) && isToken(receive) ? inDirection(pay, receive) : null;
  const pair = directed && isReversed ? ([directed[1], directed[0]] as const) : directed;
  const isEmpty = useIsMarketEmpty() && swapping.form.pay === null && swapping.form.receive === null;
  useHold(!isEmpty && isOpening(swapping));
  return (
    <>
      {isEmpty ? (
        <Empty title={t('swap.empty')}>{t('swap.empty.text')}</Empty>
      ) : (
        <div className={styles.screen}>
          <div className={styles.form}>
            <SwapPanel {...swapping} />
            {!isOnChain && (
              <Fold name="ledger" title={t('swap.ledger')}>
                <LedgerEntries {...swapping} />
              </Fold>
            )}
          </div>
          {isOnChain && <ChainCard />}
          {!isOnChain && (
            <AfterOpening>
              {/* After a refusal the chart shows only the current price, not the price after the swap. */}
              <Trading
                {...{ pair, ordering: null, onTurn: turn, pay: addressOf(pay) }}
                shown={swapping.state.kind === 'refused' ? null : swapping.shown}
              />
            </AfterOpening>
          )}
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
