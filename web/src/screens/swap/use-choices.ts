// The tokens that can be chosen: found by the server, one's own first.
import { type TokenInfo, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';

export type Choice = TokenInfo & { readonly price?: string | null };

export type Choices = {
  readonly choices: readonly Choice[];
  readonly hasMore: boolean;
  /** What is found is not yet of what is typed. */
  readonly isPending: boolean;
  readonly quoteSymbol: string;
};

const PAGE = 50;

export function useChoices(search: string, balanceOf: (address: string) => string | null): Choices {
  const text = search.trim();
  const tokens = useTokens();
  const { data, error, isPending, isPlaceholderData } = useCall(
    'getMarket',
    { list: 'tokens', sort: 'tvl', limit: String(PAGE), ...(text !== '' && { search: text }) },
    { keepsPrevious: true },
  );
  // Where the market is not counted, those that are known are looked through here.
  const found: readonly Choice[] = data?.tokens ?? (error ? among(tokens, text) : []);
  const isOwn = ({ address }: Choice) => isHeld(balanceOf(address));
  const known = new Set(found.map(({ address }) => address));
  // One's own first, and of these also what the first page of the market does not have.
  const more = text === '' ? [...tokens.values()].filter((token) => isOwn(token) && !known.has(token.address)) : [];
  const all = [...found, ...more.filter(({ status }) => status !== 'hidden')];
  return {
    choices: text === '' ? [...all.filter(isOwn), ...all.filter((choice) => !isOwn(choice))] : all,
    hasMore: data?.nextCursor !== null && data !== undefined,
    isPending: isPending || isPlaceholderData,
    quoteSymbol: data?.quoteToken?.symbol ?? '',
  };
}

const isHeld = (balance: string | null): boolean => balance !== null && /[1-9]/.test(balance);

/** As the server has it: whole symbols and addresses, then what begins so, then the rest. */
export function among(tokens: ReadonlyMap<string, TokenInfo>, text: string): readonly Choice[] {
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
