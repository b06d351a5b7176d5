// "What the ledger will write": the entries of the quote with the names of whose they are, added up to nothing.
import { type Tokens, tokenOf, useTokens } from '../../../data/tokens.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Card } from '../../../parts/Card.tsx';
import type { Quote } from '../panel/order.ts';
import { netsOf } from '../panel/swap-state.ts';
import type { Swapping } from '../panel/use-swap.ts';
import styles from '../swap.module.css';

const COUNTS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

export function LedgerCard({ shown, isStale, account }: Swapping) {
  const tokens = useTokens();
  if (shown === null) {
    return (
      <Card title="What the ledger will write">
        <p className={styles.hint}>Type an amount, and every entry of the swap stands here before you press.</p>
      </Card>
    );
  }
  const { entries } = shown;
  return (
    <Card title="What the ledger will write">
      <p className={styles.hint}>
        {COUNTS[entries.length] ?? entries.length} entries, one transaction, on the disk before you see “done”.
      </p>
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
        You <small>{account}</small>
      </>
    );
  }
  const hop = quote.route.find(
    ({ poolAddress }) => entry === `pool ${poolAddress}` || entry === `pool ${poolAddress} fees`,
  );
  if (!hop) return entry;
  const pair = `${tokenOf(tokens, hop.tokenA).symbol}/${tokenOf(tokens, hop.tokenB).symbol}`;
  if (!entry.endsWith(' fees')) return `Pool ${pair}`;
  return <>Protocol fees {quote.route.length > 1 && <small>{pair}</small>}</>;
}

function netLine(quote: Quote, tokens: Tokens): string {
  const nets = [...netsOf(quote.entries)];
  const names = nets.map(([token]) => tokenOf(tokens, token).symbol);
  const isEven = nets.every(([, sum]) => !/[1-9]/.test(sum));
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return isEven ? `${list} each net to zero` : `${list} do not net to zero`;
}
