// Staged tokens, which a wallet has sent to a pool without LP tokens being minted for them: its owner can take them back.
import type { Calls } from '#client';
import { isOpen } from '../../data/press/press.ts';
import { usePress } from '../../data/press/use-press.ts';
import { useCall } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { pressWords } from '../../parts/press-words.ts';
import { t } from '../../words/words.ts';
import { Outcome } from '../portfolio/liquidity/Outcome.tsx';
import type { ChainPool } from './pools.ts';

/** How often staged tokens are looked for: no event announces them, and another page may have sent them. */
const LOOK_MS = 5000;

export function Staged({ wallet, pool }: { readonly wallet: string; readonly pool: ChainPool }) {
  const { jetton0, jetton1, symbol0, symbol1 } = pool;
  const pressing = usePress('refundLiquidity', `staged ${jetton0} ${jetton1}`);
  const { state } = pressing;
  const { data, dataUpdatedAt } = useCall(
    'buildRefund',
    { wallet, jetton0, jetton1, staged: true },
    { enabled: !isOpen(state), everyMs: LOOK_MS },
  );
  // Data from before the button was pressed is outdated; tokens in later data were sent since.
  const isOld = state.kind === 'done' && dataUpdatedAt <= state.pressed.at;
  if (data === undefined || data.messages.length === 0 || isOld)
    return state.kind === 'done' ? <Notice>{t('wallet.staged.done')}</Notice> : null;
  const order = { jetton0, jetton1, staged: true } as Calls['refundLiquidity']['input'];
  return (
    <Notice tone="wheat" title={t('wallet.staged.title')}>
      <p>
        {t('wallet.staged.text', {
          a: `${written(data.token1Amount)} ${symbol0}`,
          b: `${written(data.token2Amount)} ${symbol1}`,
        })}
      </p>
      <Outcome pressing={pressing} />
      <p>
        <Button disabled={isOpen(state)} onClick={() => pressing.press(order)}>
          {pressWords(state) ?? t('wallet.staged.take')}
        </Button>
      </p>
    </Notice>
  );
}
