// The first-run strip: an introduction and three steps, each ticked when it is done.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { EventsRecord } from '#client';
import { useMe } from '../data/account.ts';
import { useBalancesOf } from '../data/balances.ts';
import { isOnChain } from '../data/chain.ts';
import { onEvent } from '../data/live/live.ts';
import { useCall } from '../data/use.ts';
import { written } from '../exact/figures.ts';
import { LinkButton } from '../parts/Button.tsx';
import { useHold } from '../parts/hold.tsx';
import { T } from '../words/T.tsx';
import { t } from '../words/words.ts';
import styles from './first-run.module.css';
import { isOwnPress, isTicked, onTick, tick } from './first-steps.ts';
import { Steps } from './Steps.tsx';

export function FirstRun() {
  const { account, auth, isDemo, isKnown } = useMe();
  const isOver = useTicked('over');
  const isShown = isDemo && account !== null && !isOver;
  const swaps = useCall('getSwaps', { limit: 1 }, { enabled: isShown });
  const quote = useCall('getRouterData', {}, { enabled: isShown });
  const [isCodeShown, showCode] = useState(false);
  const hasReceipt = useTicked('receipt');
  const hasCalled = useTicked('code');
  useEffect(() => onEvent((event) => noticeCode(event, account)), [account]);
  const [first, second] = quote.data?.supportedTokens ?? [];
  const balanceOf = useBalancesOf(isShown && first ? [first.address] : []);
  const held = first ? balanceOf(first.address) : null;
  const isWaiting = swaps.isPending || quote.isPending || (first !== undefined && held === null);
  useHold(!isKnown || (isShown && isWaiting));
  if (!isShown || !first || held === null) return null;
  const last = swaps.data?.swaps[0];
  const code = second ? curlOf(first.address, second.address, auth === 'keys') : '';
  const steps = [
    { label: t('shell.demo.swap'), isDone: last !== undefined, way: t('shell.demo.swap') },
    { label: t('shell.demo.receipt'), isDone: hasReceipt, way: receiptOf(last?.transactionId) },
    {
      label: t('shell.demo.code'),
      isDone: hasCalled,
      way: (
        <LinkButton aria-expanded={isCodeShown} onClick={() => showCode(!isCodeShown)}>
          {t('shell.demo.code')}
        </LinkButton>
      ),
    },
    // On a chain no event tells that a program has swapped, so the third step is left out.
  ].slice(0, isOnChain ? 2 : 3);
  return (
    <section className={styles.strip} aria-label={t('shell.firstSteps')}>
      <p>
        {/[1-9]/.test(held) ? (
          <T
            id="shell.demo.with"
            values={{ account, amount: `${written(held)} ${first.symbol}` }}
            components={{ code: <code /> }}
          />
        ) : (
          <T id="shell.demo" values={{ account }} components={{ code: <code /> }} />
        )}
      </p>
      <Steps steps={steps} />
      <LinkButton className={styles.close} onClick={() => tick('over')}>
        {t('shell.demo.hide')}
      </LinkButton>
      {isCodeShown && !hasCalled && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <pre className={styles.code} tabIndex={0}>
          {code}
        </pre>
      )}
    </section>
  );
}

const receiptOf = (id: string | undefined) =>
  id === undefined ? t('shell.demo.receipt') : <Link href={`/tx/${id}`}>{t('shell.demo.receipt')}</Link>;

/** Delay before a swap is attributed to a program: the event of a swap by this page may arrive before the response. */
const ANSWERED_MS = 3000;

/** Ticks the step `code` when the account has made a swap that this page did not make: then a program made it. */
function noticeCode({ kind, account, transactionId }: EventsRecord, own: string | null): void {
  if (kind !== 'swap' || account !== own || transactionId === undefined) return;
  setTimeout(() => !isOwnPress(transactionId) && tick('code'), ANSWERED_MS);
}

const useTicked = (step: 'receipt' | 'code' | 'over'): boolean => useSyncExternalStore(onTick, () => isTicked(step));

const curlOf = (tokenA: string, tokenB: string, needsKey: boolean): string =>
  `curl ${location.origin}/createSwap -H 'Content-Type: application/json' \\${needsKey ? KEY : ''}
  -d '${JSON.stringify({ Pair: { tokenA, tokenB }, amount: { tokenA: 1 } })}'`;

const KEY = '\n  -H "authorization:Bearer $KEY" \\';
