// The ledger entries that the quoted swap would write, with the names of the accounts; those of each token add up to zero.
import { pairName } from '../../../data/pools.ts';
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { Card } from '../../../parts/Card.tsx';
import { Entries } from '../../../parts/Entries.tsx';
import { t } from '../../../words/words.ts';
import type { Quote } from '../panel/prepared-swap.ts';
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
      <div className={styles.facts} data-stale={isStale || undefined}>
        <Entries
          entries={entries}
          symbolOf={(token) => tokenOf(tokens, token).symbol}
          nameOf={(entry) => <Whose entry={entry} quote={shown} account={account} tokens={tokens} />}
        />
      </div>
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
  const pair = pairName(tokens, { jetton0: hop.tokenA, jetton1: hop.tokenB });
  if (!entry.endsWith(' fees')) return t('parts.entries.pool', { name: pair });
  return (
    <>
      {t('parts.entries.fees')} {quote.route.length > 1 && <small>{pair}</small>}
    </>
  );
}
