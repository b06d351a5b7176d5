// The network id of all devnets.

/** Part of the configuration and of wallet ids, so that a key's first wallet differs from that on mainnet (-239) and testnet (-3). */
export const DEVNET_ID = -217;
