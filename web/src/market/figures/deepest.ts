// Which of several pools tells the price of a token: the deepest that is not thin beside another way.

type Pool = { readonly price: string | null; readonly thin: boolean };

/** Of those that hold something, in the order of what they hold. */
export const deepestOf = <P extends Pool>(pools: readonly P[]): P | undefined => {
  const full = pools.filter(({ price }) => price !== null);
  return full.find(({ thin }) => !thin) ?? full[0];
};
