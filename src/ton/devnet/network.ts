// What tells a devnet from other networks.

/** In the configuration and in wallet ids: what is signed for a devnet is void on mainnet (-239) and testnet (-3). */
export const DEVNET_ID = -217;
