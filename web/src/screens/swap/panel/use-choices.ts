// The tokens to choose from: searched by the server; before anything is typed, favorites, recent ones and those held come first.
import { useMe } from '../../../data/account.ts';
import { useBalancesOf } from '../../../data/balances.ts';
import { isOnChain } from '../../../data/chain.ts';
import { useFirstTokens } from '../../../data/first-tokens.ts';
import { type QuoteToken, usePrices } from '../../../data/prices.ts';
import { useQuoteInput } from '../../../data/quote-choice.ts';
import { type TokenInfo, useTokens } from '../../../data/tokens.ts';
import { useCall } from '../../../data/use.ts';

export type TokenChoice = TokenInfo & { readonly price?: string | null; readonly tvl?: string | null };

type Section = { readonly name: 'favorites' | 'recent' | 'all'; readonly choices: readonly TokenChoice[] };

type Choices = {
  /** Without empty sections. */
  readonly sections: readonly Section[];
  readonly hasMore: boolean;
  /** True while the results still belong to the previous text. */
  readonly isPending: boolean;
  /** The token that prices are in. */
  readonly quote: QuoteToken | null;
  /** Null while the balance is loading. */
  balanceOf(address: string): string | null;
};

const PAGE = 50;

type Early = { readonly favorites: readonly TokenInfo[]; readonly recent: readonly TokenInfo[] };
const NONE: Early = { favorites: [], recent: [] };

export function useChoices(search: string, ownTokens: Early): Choices {
  const text = search.trim();
  const tokens = useFirstTokens().items;
  const quote = useQuoteInput();
  const { data, error, isPending, isPlaceholderData } = useCall(
    'getMarket',
    { list: 'tokens', sort: 'tvl', limit: String(PAGE), ...(text !== '' && { search: text }), ...quote },
    { enabled: quote !== null && !isOnChain, keepsPrevious: true },
  );
  // Without market statistics, the loaded tokens are filtered here.
  const found: readonly TokenChoice[] = data?.tokens ?? (error || isOnChain ? among(tokens, text) : []);
  const own = useOwn(text === '');
  const book = useTokens();
  const named = (choice: TokenChoice): TokenChoice => ({ ...book.get(choice.address), ...choice });
  const held = new Map(own.map((token) => [token.address, token.balance]));
  const wanted = [...found, ...ownTokens.favorites, ...ownTokens.recent].map(({ address }) => address);
  const asked = useBalancesOf(wanted.filter((address) => !held.has(address)));
  const balanceOf = (address: string) => held.get(address) ?? asked(address);
  const others = found.filter(({ address }) => !held.has(address));
  const isOwn = ({ address }: TokenChoice) => isHeld(asked(address));
  // Held tokens first, by value.
  const all =
    text === '' ? [...own.map(named), ...others.filter(isOwn), ...others.filter((each) => !isOwn(each))] : found;
  const listed = text === '' ? ownTokens : NONE;
  const early = [...listed.favorites, ...listed.recent].map(({ address }) => address);
  const priceOf = usePrices(early);
  const known = new Map(all.map((choice) => [choice.address, choice]));
  const choiceOf = (token: TokenInfo): TokenChoice => {
    const priced = priceOf(token.address);
    return known.get(token.address) ?? (priced ? { ...token, price: priced.price } : token);
  };
  const sections: readonly Section[] = [
    { name: 'favorites', choices: listed.favorites.map(choiceOf) },
    { name: 'recent', choices: listed.recent.map(choiceOf) },
    { name: 'all', choices: all.filter(({ address }) => !early.includes(address)) },
  ];
  return {
    balanceOf,
    sections: sections.filter(({ choices }) => choices.length > 0),
    hasMore: data?.nextCursor !== null && data !== undefined,
    isPending: !isOnChain && (isPending || isPlaceholderData),
    quote: data?.quoteToken ?? null,
  };
}

type Own = TokenChoice & { readonly balance: string };
const NOTHING: readonly Own[] = [];

/** The held tokens of highest value, or without market statistics the first by address; none during a search. */
function useOwn(isWanted: boolean): readonly Own[] {
  const quote = useQuoteInput();
  const enabled = useMe().account !== null && quote !== null;
  const byValue = useCall(
    'getPortfolio',
    { list: 'tokens', limit: PAGE, ...quote },
    { enabled: enabled && !isOnChain, keepsPrevious: true },
  );
  const first = useCall('getBalances', { limit: PAGE }, { enabled: enabled && (isOnChain || byValue.isError) });
  if (!isWanted) return NOTHING;
  // Leaves out the LP tokens among the balances, which cannot be swapped: their address is that of their pool.
  return (
    byValue.data?.tokens?.filter(({ balance }) => isHeld(balance)) ??
    first.data?.balances.filter(({ symbol }) => symbol !== 'LP') ??
    NOTHING
  );
}

const isHeld = (balance: string | null): boolean => balance !== null && /[1-9]/.test(balance);

/** Ranked like the server's results: exact symbols and addresses, then prefixes, then the rest. */
function among(tokens: ReadonlyMap<string, TokenInfo>, text: string): readonly TokenChoice[] {
  const part = text.toLowerCase();
  const placeOf = ({ symbol, name = '', address }: TokenInfo): number => {
    const words = [symbol.toLowerCase(), name.toLowerCase()];
    if (address === text || words[0] === part) return 0;
    if (words.some((word) => word.startsWith(part))) return 1;
    return words.some((word) => word.includes(part)) ? 2 : 3;
  };
  const found = [...tokens.values()]
    .map((token) => ({ token, place: placeOf(token) }))
    .filter(({ place }) => place < 3);
  return found
    .sort((a, b) => a.place - b.place)
    .slice(0, PAGE)
    .map(({ token }) => token);
}
