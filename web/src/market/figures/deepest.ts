// Chooses the pool that sets a token's price: the deepest one that is not thin.

type Pool = { readonly price: string | null; readonly thin: boolean };

/** `pools` are sorted by liquidity; empty ones, which have no price, are skipped. */
export const deepestOf = <P extends Pool>(pools: readonly P[]): P | undefined => {
  const full = pools.filter(({ price }) => price !== null);
  return full.find(({ thin }) => !thin) ?? full[0];
};
