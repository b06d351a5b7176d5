// The account's open orders, fills and position in the pair, as tabs; the chosen tab is in the URL.
import { useMe } from '../../../data/account.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Tabs } from '../../../parts/Choices.tsx';
import { t } from '../../../words/words.ts';
import { Fills } from './Fills.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { OwnPosition } from './OwnPosition.tsx';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

const LISTS = ['orders', 'fills', 'positions'] as const;
type List = (typeof LISTS)[number];

const TITLES = { orders: 'orders.open', fills: 'trading.own.fills', positions: 'pool.position' } as const;

const FIRST = { list: 'orders' };

export function OwnLists({ pair }: { readonly pair: ShownPair }) {
  const [url, change] = useUrlState(FIRST);
  const { account, mayOrder } = useMe();
  const lists = LISTS.filter((one) => mayOrder || one !== 'orders');
  const list = lists.find((one) => one === url.list) ?? (lists[0] as List);
  return (
    <Tabs<List>
      label={t('trading.own')}
      choices={lists.map((value) => ({ value, label: t(TITLES[value]) }))}
      value={list}
      onChoose={(next) => change({ list: next })}
    >
      <div className={styles.list}>
        {account === null ? (
          <p className={styles.soft}>{t(`trading.signedOut.${list}`)}</p>
        ) : (
          <Chosen {...{ list, account, pair }} />
        )}
      </div>
    </Tabs>
  );
}

function Chosen({ list, account, pair }: { readonly list: List; readonly account: string; readonly pair: ShownPair }) {
  if (list === 'orders') return <OpenOrders account={account} pair={pair} />;
  if (list === 'fills') return <Fills pair={pair} />;
  return <OwnPosition pair={pair} />;
}
