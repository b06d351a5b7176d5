// Tabs below a pool: its swaps, its liquidity, and its facts.

import { directed } from '../../data/direction.ts';
import type { PoolStats } from '../../data/pools.ts';
import { useTokens } from '../../data/tokens.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Tabs } from '../../parts/Choices.tsx';
import { t } from '../../words/words.ts';
import { Facts } from './Facts.tsx';
import { Liquidity } from './Liquidity.tsx';
import styles from './pool.module.css';
import { Swaps } from './Swaps.tsx';

const DEFAULTS = { tab: 'swaps' };
const TABS = ['swaps', 'liquidity', 'facts'] as const;
type Tab = (typeof TABS)[number];

export function Ledger({ stats }: { readonly stats: PoolStats }) {
  const [state, change] = useUrlState(DEFAULTS);
  const tab = TABS.find((value) => value === state.tab) ?? 'swaps';
  return (
    <div className={styles.ledger}>
      {tab === 'swaps' && <Export stats={stats} />}
      <Tabs<Tab>
        label={t('pool.tabs')}
        choices={TABS.map((value) => ({ value, label: t(`pool.tab.${value}`) }))}
        value={tab}
        onChoose={(next) => change({ tab: next })}
      >
        {tab === 'swaps' && <Swaps stats={stats} />}
        {tab === 'liquidity' && <Liquidity stats={stats} />}
        {tab === 'facts' && <Facts stats={stats} />}
      </Tabs>
    </div>
  );
}

/** The file is in the direction of the pair, also while the screen is turned round. */
function Export({ stats }: { readonly stats: PoolStats }) {
  const { jetton0, jetton1, symbol0, symbol1 } = directed(stats, useTokens());
  return (
    <a
      className={styles.export}
      href={`/getTrades?${new URLSearchParams({ jetton0, jetton1, format: 'csv' })}`}
      download={`${symbol0}-${symbol1}-swaps.csv`}
    >
      {t('pool.export')}
    </a>
  );
}
