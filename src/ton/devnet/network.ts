// What tells a devnet from other networks.

/** In the configuration and in wallet ids: the first wallet of a key is another one on mainnet (-239) and testnet (-3). */
export const DEVNET_ID = -217;
