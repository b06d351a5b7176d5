// Token balances with their value, highest first.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { GetPortfolioOutput } from '#client';
import type { Pages } from '../../../data/pages.ts';
import { isZero } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import Faucet from '../../../market/faucet/Faucet.tsx';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { More } from '../../../market/lists/More.tsx';
import { LinkButton } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { type HeldToken, useBareBalances, type useHeldTokens } from './holdings.ts';

type Row = Pick<HeldToken, 'address' | 'symbol' | 'balance'> &
  Partial<Pick<HeldToken, 'inOrders'>> & { readonly worth: string | null };

/** Null if the account may not send tokens. */
type OnSend = ((token: string) => void) | null;

export function Balances({
  held,
  onSend,
  children,
}: {
  readonly held: ReturnType<typeof useHeldTokens>;
  readonly onSend: OnSend;
  readonly children: ReactNode;
}) {
  const bare = useBareBalances(held.error !== null);
  return held.error ? (
    <BalanceCard list={bare} onSend={onSend}>
      {children}
    </BalanceCard>
  ) : (
    <BalanceCard list={held} quote={held.last?.quoteToken} count={held.last?.held.tokens.count} onSend={onSend}>
      {children}
    </BalanceCard>
  );
}

export function BalanceCard({
  list,
  quote = null,
  count,
  onSend,
  children,
}: {
  readonly list: Pages<Row>;
  readonly quote?: GetPortfolioOutput['quoteToken'] | undefined;
  readonly count?: number | undefined;
  readonly onSend: OnSend;
  readonly children?: ReactNode;
}) {
  const { items, isKnown, error, retry, more } = list;
  return (
    <Card title={t('portfolio.balances')}>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={64} />}
      {isKnown && items.length === 0 && (
        <Empty title={t('portfolio.balances.empty')}>{t('portfolio.balances.empty.text')}</Empty>
      )}
      {items.length > 0 && (
        <>
          <ul className={styles.balances}>
            {items.map((row) => (
              <Balance key={row.address} row={row} quote={quote} onSend={onSend} />
            ))}
          </ul>
          {(more || items.length > FEW) && <More pages={list} count={count} of="token" />}
          {children}
        </>
      )}
      <Faucet />
    </Card>
  );
}

/** Up to this many rows need no count below the list. */
const FEW = 20;

function Balance({
  row,
  quote,
  onSend,
}: {
  readonly row: Row;
  readonly quote: GetPortfolioOutput['quoteToken'];
  readonly onSend: OnSend;
}) {
  const { address, symbol, balance, inOrders = '0', worth } = row;
  return (
    <li>
      <Link href={`/token/${encodeURIComponent(address)}`} className={styles.token}>
        <Pebble address={address} symbol={symbol} size={36} />
        {symbol}
      </Link>
      <span className={styles.held}>
        <Figure value={balance} />
        {quote && address !== quote.address && (
          <small>{worth === null ? t('worth.none') : <Figure value={worth} symbol={quote.symbol} />}</small>
        )}
        {!isZero(inOrders) && (
          <small>
            <T id="portfolio.inOrders" values={{ amount: <Figure value={inOrders} /> }} />
          </small>
        )}
      </span>
      <span className={styles.acts}>
        <Link href={`/?pay=${encodeURIComponent(address)}`} aria-label={t('portfolio.swap.one', { symbol })}>
          {t('portfolio.swap')}
        </Link>
        {onSend && (
          <LinkButton aria-label={t('send.one', { symbol })} onClick={() => onSend(address)}>
            {t('send.title')}
          </LinkButton>
        )}
      </span>
    </li>
  );
}
