// A token as screens use it; in a file without data fetching, so that pure code can run without a page.
export type TokenInfo = {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly status?: string | undefined;
  /** In pairs: the order of registration, null for the quote token. */
  readonly place?: number | null | undefined;
};

/** Null while it is looked up; `unknown` if the exchange has no such token. */
export type TokenLookup = TokenInfo | null | 'unknown';

export const isToken = (token: TokenLookup): token is TokenInfo => token !== null && token !== 'unknown';

/** The exchange's form of the address, since the URL may have another; '' if there is no token. */
export const addressOf = (token: TokenLookup): string => (isToken(token) ? token.address : '');
