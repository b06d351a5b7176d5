// A token as every screen knows it; apart from what asks for it, so that pure code can be run without a page.
export type TokenInfo = {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly status?: string | undefined;
};
