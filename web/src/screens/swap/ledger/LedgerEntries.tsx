// The ledger entries that the quoted swap would write, with the names of the accounts; those of each token add up to zero. Loaded when opened.
import { pairName } from '../../../data/pools.ts';
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { Entries } from '../../../parts/Entries.tsx';
import { t } from '../../../words/words.ts';
import type { Quote } from '../panel/prepared-swap.ts';
import type { Swapping } from '../panel/use-swap.ts';
import styles from '../swap.module.css';

export default function LedgerEntries({ shown, isStale, account }: Pick<Swapping, 'shown' | 'isStale' | 'account'>) {
  const tokens = useTokens();
  if (shown === null) return <p className={styles.hint}>{t('swap.ledger.none')}</p>;
  const { entries } = shown;
  return (
    <>
      <p className={styles.hint}>{t('swap.ledger.count', { count: entries.length })}</p>
      <div className={styles.facts} data-stale={isStale || undefined}>
        <Entries
          entries={entries}
          symbolOf={(token) => tokenOf(tokens, token).symbol}
          nameOf={(entry) => <Whose entry={entry} quote={shown} account={account} tokens={tokens} />}
        />
      </div>
    </>
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
