// The screen "Swap", with a tab for swaps at once, at a limit price, once a price is reached, and in parts over time, each next to the price and the ledger entries.
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Tabs } from '../../parts/Choices.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { piece } from '../../parts/piece.tsx';
import { MODES, type Mode } from '../../routes.ts';
import { t, withTexts } from '../../words/words.ts';
import { SwapTab } from './SwapTab.tsx';

const OrderTab = piece(() => withTexts(import('./orders/OrderTab.tsx'), 'order'));

const CHOICE = { mode: 'swap', side: 'pay', amount: '', when: '', change: '' };

const titleOf = (mode: Mode): string => t(mode === 'swap' ? 'swap.title' : `swap.${mode}.title`);
const leadOf = (mode: Mode): string =>
  t(mode === 'swap' ? (isOnChain ? 'chain.swap.lead' : 'swap.lead') : `swap.${mode}.lead`);

/** Links from before stops had a tab say `mode=limit&when=below`. */
const modeOf = (asked: string, when: string): Mode =>
  asked === 'limit' && when !== '' ? 'stop' : (MODES.find((one) => one === asked) ?? 'swap');

export default function Swap() {
  const [{ mode: asked, side, when }, change] = useUrlState(CHOICE);
  const { mayOrder, isKnown } = useMe();
  const mode = mayOrder ? modeOf(asked, when) : 'swap';
  useHold(!isKnown);
  const tab = mode === 'swap' ? <SwapTab /> : <OrderTab key={mode} kind={mode} />;
  return (
    <>
      <PageTitle title={titleOf(mode)} isSpokenOnly>
        {leadOf(mode)}
      </PageTitle>
      {mayOrder ? (
        <Tabs<Mode>
          label={t('swap.tabs')}
          choices={MODES.map((value) => ({ value, label: t(value === 'swap' ? 'swap.title' : `swap.${value}`) }))}
          value={mode}
          // A stop or recurring order has an amount sold only, so an amount typed as the one to receive is cleared.
          onChoose={(next) => {
            const isKept = side === 'pay' || next === 'swap' || next === 'limit';
            change({ mode: next, when: '', change: '', ...(!isKept && { side: 'pay', amount: '' }) });
          }}
        >
          {tab}
        </Tabs>
      ) : (
        tab
      )}
    </>
  );
}
