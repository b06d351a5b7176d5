// "What the ledger will write": the entries of the quote with the names of whose they are, added up to nothing.
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Card } from '../../../parts/Card.tsx';
import { listed } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';
import type { Quote } from '../panel/order.ts';
import { netsOf } from '../panel/swap-state.ts';
import type { Swapping } from '../panel/use-swap.ts';
import styles from '../swap.module.css';

export function LedgerCard({ shown, isStale, account }: Swapping) {
  const tokens = useTokens();
  if (shown === null) {
    return (
      <Card title={t('swap.ledger')}>
        <p className={styles.hint}>{t('swap.ledger.none')}</p>
      </Card>
    );
  }
  const { entries } = shown;
  return (
    <Card title={t('swap.ledger')}>
      <p className={styles.hint}>{t('swap.ledger.count', { count: entries.length })}</p>
      <dl className={styles.entries} data-stale={isStale || undefined}>
        {entries.map((entry) => (
          <div key={`${entry.account} ${entry.token} ${entry.change}`}>
            <dt>
              <Whose entry={entry.account} quote={shown} account={account} tokens={tokens} />
            </dt>
            <dd>
              <Figure value={entry.change} signed symbol={tokenOf(tokens, entry.token).symbol} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.nets}>{netLine(shown, tokens)}</p>
    </Card>
  );
}

function Whose({
  entry,
  quote,
  account,
  tokens,
}: {
  readonly entry: string;
  readonly quote: Quote;
  readonly account: string | null;
  readonly tokens: Tokens;
}) {
  if (entry === 'the swapper') {
    return (
      <>
        {t('parts.entries.you')} <small>{account}</small>
      </>
    );
  }
  const hop = quote.route.find(
    ({ poolAddress }) => entry === `pool ${poolAddress}` || entry === `pool ${poolAddress} fees`,
  );
  if (!hop) return entry;
  const pair = `${tokenOf(tokens, hop.tokenA).symbol}/${tokenOf(tokens, hop.tokenB).symbol}`;
  if (!entry.endsWith(' fees')) return t('parts.entries.pool', { name: pair });
  return (
    <>
      {t('parts.entries.fees')} {quote.route.length > 1 && <small>{pair}</small>}
    </>
  );
}

function netLine(quote: Quote, tokens: Tokens): string {
  const nets = [...netsOf(quote.entries)];
  const names = nets.map(([token]) => tokenOf(tokens, token).symbol);
  const isEven = nets.every(([, sum]) => !/[1-9]/.test(sum));
  const symbols = listed(names);
  return isEven ? t('parts.net.zero', { count: names.length, symbols }) : t('swap.ledger.off', { symbols });
}
