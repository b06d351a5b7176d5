// A select for the quote token: the tokens with most liquidity, the exchange's own first.
import { chooseQuote, useQuoteInput } from '../../data/quote-choice.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

const MOST = 30;

/** Renders nothing if there is no choice. */
export function QuoteSelect() {
  const input = useQuoteInput();
  const tokens = useTokens();
  const { data } = useCall('getMarket', { list: 'tokens', sort: 'tvl', limit: MOST });
  const own = data?.quoteToken;
  if (!own || input === null) return null;
  const value = input.quote ?? own.address;
  const priced = data.tokens?.filter(({ address, price }) => address !== own.address && price !== null) ?? [];
  const offered = [own, ...priced];
  // Keeps a token that was chosen when it had more liquidity.
  const options = offered.some(({ address }) => address === value) ? offered : [...offered, tokenOf(tokens, value)];
  return (
    <label className={styles.choose}>
      <span>{t('worth.in')}</span>
      <select value={value} onChange={({ target }) => chooseQuote(target.value === own.address ? '' : target.value)}>
        {options.map(({ address, symbol }) => (
          <option key={address} value={address}>
            {symbol}
          </option>
        ))}
      </select>
    </label>
  );
}
