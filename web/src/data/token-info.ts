// A token as screens use it; in a file without data fetching, so that pure code can run without a page.
export type TokenInfo = {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly status?: string | undefined;
};
