// Chooses the pool whose price is shown for a token: the deepest one that is not thin, or the deepest if all are.

type Pool = { readonly price: string | null; readonly thin: boolean };

/** `pools` are sorted by liquidity; empty ones, which have no price, are skipped. */
export const deepestOf = <P extends Pool>(pools: readonly P[]): P | undefined => {
  const full = pools.filter(({ price }) => price !== null);
  return full.find(({ thin }) => !thin) ?? full[0];
};
