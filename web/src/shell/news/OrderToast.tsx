// News of filled orders: a toast while somebody looks at the page; otherwise a mark in the title and, if allowed, one notification.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { leadsTabs } from '../../data/live/live.ts';
import { queries } from '../../data/server.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { askFor } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { t } from '../../words/words.ts';
import styles from '../shell.module.css';
import { type Fill, isPart, sideOf } from './fills.ts';
import { isAnyInView, isInView } from './in-view.ts';
import { markTitle } from './mark.ts';
import { hide, notifying, show } from './notify.ts';

const SHOWN_MS = 12_000;
/** Fills that arrive together, as after a sleep, are told together. */
const TOGETHER_MS = 1000;

type Own = { readonly fill: Fill; readonly side: 'maker' | 'taker' };

export default function OrderToast({
  fills,
  account,
  onClose,
}: {
  readonly fills: readonly Fill[];
  readonly account: string;
  onClose(): void;
}) {
  const own = useOwn(fills, account);
  const isSeen = useInView();
  useTold(own, account, onClose);
  const count = own.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fill is shown for its whole time, once the page is looked at
  useEffect(() => {
    if (!isSeen || count === 0) return;
    hide();
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count, isSeen]);
  const last = own.at(-1);
  if (!last) return null;
  return (
    <div className={styles.toast}>
      {count === 1 ? <One {...last} onClose={onClose} /> : <Several count={count} onClose={onClose} />}
    </div>
  );
}

function One({ fill, side, onClose }: Own & { onClose(): void }) {
  const tokens = useTokens();
  const told = (amount: string | undefined, token: string | undefined) =>
    `${written(amount ?? '0')} ${tokenOf(tokens, token ?? '').symbol}`;
  const [a, b] = [told(fill.amountA, fill.tokenA), told(fill.amountB, fill.tokenB)];
  return (
    <Notice title={t(isPart(fill) ? 'orders.news.part' : 'orders.news')}>
      {t('orders.sold', side === 'taker' ? { filled: b, received: a } : { filled: a, received: b })}{' '}
      <Link href={`/tx/${fill.sequence}`}>{t('swap.done.receipt')}</Link>{' '}
      <LinkButton onClick={onClose}>{t('parts.close')}</LinkButton>
    </Notice>
  );
}

const Several = ({ count, onClose }: { readonly count: number; onClose(): void }) => (
  <Notice title={t('orders.news.count', { count })}>
    <Link href="/portfolio#orders">{t('orders.placed.all')}</Link>{' '}
    <LinkButton onClick={onClose}>{t('parts.close')}</LinkButton>
  </Notice>
);

function useInView(): boolean {
  const [isSeen, setSeen] = useState(isInView);
  useEffect(() => {
    const follow = () => setSeen(isInView());
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isSeen;
}

const ownerOf = (orderId: string): Promise<string | null> =>
  queries
    .fetchQuery({
      queryKey: ['getOrder', { orderId }],
      queryFn: ({ signal }) => askFor('getOrder', { orderId }, signal),
    })
    .then(({ account }) => account)
    .catch(() => null);

/** The account's own fills of these, a moment after the last one has arrived. */
function useOwn(fills: readonly Fill[], account: string): readonly Own[] {
  const [own, setOwn] = useState<readonly Own[]>([]);
  useEffect(() => {
    let isOver = false;
    const find = async () => {
      const sides = await Promise.all(fills.map((fill) => sideOf(fill, account, ownerOf)));
      const found = fills.flatMap((fill, at) => {
        const side = sides[at];
        return side ? [{ fill, side }] : [];
      });
      if (!isOver) setOwn(found);
    };
    const timer = setTimeout(find, fills.length > 1 || !isInView() ? TOGETHER_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [fills, account]);
  return own;
}

/** While no tab is in view: marks the title, and lets one of the tabs notify. In view elsewhere, the news are told there. */
function useTold(own: readonly Own[], account: string, onClose: () => void): void {
  const [isMarked, setMarked] = useState(false);
  const last = own.at(-1);
  const count = own.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number of fills
  useEffect(() => {
    if (!last || isInView()) return;
    isAnyInView().then((isElsewhere) => {
      if (isElsewhere) return onClose();
      setMarked(true);
      if (leadsTabs() && notifying(account) === 'on') {
        const one = isPart(last.fill) ? 'orders.news.part' : 'orders.news';
        show(count === 1 ? t(one) : t('orders.news.count', { count }));
      }
    });
  }, [count]);
  useEffect(() => {
    if (!isMarked || count === 0) return;
    const unmark = markTitle(count);
    const seen = new BroadcastChannel('millpond news');
    const end = () => {
      unmark();
      setMarked(false);
      seen.close();
    };
    // Looked at in another tab: told there.
    seen.onmessage = () => {
      end();
      hide();
      onClose();
    };
    const look = () => {
      if (!isInView()) return;
      seen.postMessage('seen');
      end();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      unmark();
      seen.close();
    };
  }, [isMarked, count, onClose]);
}
