// The side sheet in which the browser checks that each balance is counted in what the exchange owes.
import { useState } from 'react';
import { Figure } from '../../../exact/Figure.tsx';
import { More } from '../../../market/lists/More.tsx';
import { Button } from '../../../parts/Button.tsx';
import checks from '../../../parts/check-steps.module.css';
import { Empty } from '../../../parts/Empty.tsx';
import { Pebble, PebblePair } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { Counted } from './Counted.tsx';
import { type Countable, useCountables } from './countables.ts';

export default function CountedSheet({ account, onClose }: { readonly account: string; onClose(): void }) {
  const { tokens, positions, isEmpty } = useCountables();
  return (
    <Sheet title={t('portfolio.counted')} onClose={onClose}>
      <p>{t('counted.lead')}</p>
      <p className={`${checks.soft} ${styles.truth}`}>{t('counted.orders')}</p>
      {isEmpty && <Empty title={t('portfolio.balances.empty')}>{t('portfolio.balances.empty.text')}</Empty>}
      {[tokens, positions].map(({ of, items, pages }) => (
        <div key={of}>
          <ul className={styles.counted}>
            {items.map((item) => (
              <Balance key={item.address} item={item} account={account} />
            ))}
          </ul>
          {pages.more && <More pages={pages} of={of} />}
        </div>
      ))}
      <ShowCall
        calls={[
          { name: 'getBalanceProof', method: 'GET', input: { token: tokens.items[0]?.address ?? '' } },
          { name: 'getLiabilities', method: 'GET', input: {} },
        ]}
      />
    </Sheet>
  );
}

function Balance({ item, account }: { readonly item: Countable; readonly account: string }) {
  const [presses, setPresses] = useState(0);
  return (
    <li>
      {item.pair ? (
        <PebblePair a={item.pair[0]} b={item.pair[1]} />
      ) : (
        <Pebble address={item.address} symbol={item.symbol} />
      )}
      <span>
        <strong>{item.name}</strong>
        <small>
          <Figure value={item.balance} />
        </small>
      </span>
      <Button aria-label={t('counted.check', { symbol: item.name })} onClick={() => setPresses(presses + 1)}>
        {t('proof.check')}
      </Button>
      {presses > 0 && (
        <div>
          <Counted key={presses} item={item} account={account} />
        </div>
      )}
    </li>
  );
}
