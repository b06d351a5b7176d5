// The contents of devnet.json.

export type TokenInfo = {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
};

/** Wallets are W5R1, subwallet 0, of the devnet's own network. */
export type DevnetInfo = {
  /** Version of the contracts: STON.fi's v1. */
  readonly version: 1;
  readonly network: number;
  readonly router: string;
  readonly pton: string;
  readonly tokens: readonly TokenInfo[];
  /** The initial pools, by the symbols of their tokens. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly faucet: { readonly address: string; readonly mnemonic: string };
  readonly admin: { readonly address: string; readonly mnemonic: string };
  /** Contracts imported from another network, with their addresses there. */
  readonly imported?: { readonly router: string; readonly pton?: string };
};

export type PublishedInfo = { readonly endpoint: string } & DevnetInfo;
