// The side sheet in which the browser checks that all balances are counted in what the exchange owes.
import { useState } from 'react';
import { proofFile } from '#client/proof';
import { isCounted } from '../../../data/log/counted.ts';
import { ownLog, sizeOf } from '../../../data/log/kept.ts';
import { forgetProofs, ownProofs } from '../../../data/log/own-proofs.ts';
import { isUnchecked } from '../../../data/log/use-check.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { More } from '../../../market/lists/More.tsx';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import checkStyles from '../../../parts/check-steps.module.css';
import { Empty } from '../../../parts/Empty.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { Pebble, PebblePair } from '../../../parts/Pebble.tsx';
import { SaveText } from '../../../parts/SaveText.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { minute } from '../../../words/ago.ts';
import { dates } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { Counted, NotChecked, toneOf } from './Counted.tsx';
import { type Countable, useCountables } from './countables.ts';
import { type BalanceCheck, isGeneral, useBalanceChecks } from './use-balance-checks.ts';

export default function CountedSheet({ account, onClose }: { readonly account: string; onClose(): void }) {
  const { tokens, positions, isEmpty } = useCountables();
  const { checks, isRunning, checkAll } = useBalanceChecks(account);
  const items = [...tokens.items, ...positions.items];
  const obstacle = [...checks.values()].find(isGeneral);
  return (
    <Sheet title={t('portfolio.counted')} onClose={onClose}>
      <p>{t('counted.lead')}</p>
      <p className={`${checkStyles.soft} ${styles.truth}`}>{t('counted.orders')}</p>
      {isEmpty ? (
        <Empty title={t('portfolio.balances.empty')}>{t('portfolio.balances.empty.text')}</Empty>
      ) : (
        <p className={checkStyles.act}>
          <Button primary disabled={isRunning || items.length === 0} onClick={() => checkAll(items)}>
            {t('counted.all')}
          </Button>
        </p>
      )}
      {isRunning && !obstacle && <p role="status">{t('proof.checking')}</p>}
      {obstacle && <NotChecked state={obstacle} />}
      {!isRunning && !obstacle && checks.size > 0 && <Summary items={items} checks={checks} />}
      {[tokens, positions].map(({ of, items, pages }) => (
        <div key={of}>
          <ul className={styles.counted}>
            {items.map((item) => (
              <Balance key={item.address} item={item} check={obstacle ? undefined : checks.get(item.address)} />
            ))}
          </ul>
          {pages.more && <More pages={pages} of={of} />}
        </div>
      ))}
      <Kept account={account} />
      <ShowCall
        calls={[
          { name: 'getBalanceProof', method: 'GET', input: { token: tokens.items[0]?.address ?? '' } },
          { name: 'getLiabilities', method: 'GET', input: {} },
        ]}
      />
    </Sheet>
  );
}

/** The proofs that this browser keeps, as one file. */
function Kept({ account }: { readonly account: string }) {
  const [, setForgotten] = useState(0);
  const proofs = ownProofs(account);
  if (proofs.length === 0) return null;
  const forget = () => {
    const log = ownLog.read();
    forgetProofs(account, log === null ? 0 : sizeOf(log.last));
    setForgotten((times) => times + 1);
  };
  return (
    <Notice title={t('counted.kept', { count: proofs.length })}>
      <p>{t('counted.kept.text')}</p>
      <p className={checkStyles.act}>
        <SaveText name="proofs.json" text={JSON.stringify(proofFile(proofs), null, 1)} label={t('counted.kept.save')} />
        <LinkButton onClick={forget}>{t('counted.kept.delete')}</LinkButton>
      </p>
    </Notice>
  );
}

type SummaryProps = { readonly items: readonly Countable[]; readonly checks: ReadonlyMap<string, BalanceCheck> };

/** One sentence for all balances, with the time of the newest list that was checked. */
function Summary({ items, checks }: SummaryProps) {
  const made = [...checks.values()].flatMap((check) => (isUnchecked(check) ? [] : [check]));
  const passed = made.filter((check) => 'proof' in check && isCounted(check));
  const times = made.flatMap((check) =>
    'proof' in check ? (check.failed === null ? [check.found.timeMs] : []) : [check.timeMs],
  );
  const isWrong = made.some((check) => toneOf(check) === 'oxide');
  const values = { counted: passed.length, all: items.length };
  const tone = isWrong ? 'oxide' : passed.length === items.length ? 'water' : 'wheat';
  if (times.length === 0) return null;
  return <Notice tone={tone} title={inListOf(Math.max(...times), values)} />;
}

function inListOf(timeMs: number, values: { readonly counted: number; readonly all: number }): string {
  const isToday = new Date(timeMs).toDateString() === new Date().toDateString();
  return isToday
    ? t('counted.sum.today', { ...values, time: dates({ timeStyle: 'short' }).format(timeMs) })
    : t('counted.sum', { ...values, time: minute(timeMs) });
}

function Balance({ item, check }: { readonly item: Countable; readonly check: BalanceCheck | undefined }) {
  return (
    <li>
      {item.pair ? (
        <PebblePair a={item.pair[0]} b={item.pair[1]} />
      ) : (
        <Pebble address={item.address} symbol={item.symbol} />
      )}
      <strong>{item.name}</strong>
      <Figure value={item.balance} />
      {check && (
        <div>
          {toneOf(check) === 'water' ? (
            <details className={checkStyles.more}>
              <summary>{t('counted.details')}</summary>
              <Counted item={item} check={check} />
            </details>
          ) : (
            <Counted item={item} check={check} />
          )}
        </div>
      )}
    </li>
  );
}
