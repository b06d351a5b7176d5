// The files of a devnet: its database, and devnet.json, which describes it.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const fileOf = (folder: string): string => join(folder, 'devnet.db');

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

/** The contents of devnet.json. */
export type PublishedInfo = { readonly endpoint: string } & DevnetInfo;

/** Writes devnet.json, where other programs look for the devnet. */
export function publish({ folder, info }: { readonly folder: string; readonly info: DevnetInfo }, origin: string) {
  const published: PublishedInfo = { endpoint: `${origin}/ton/api/v2/jsonRPC`, ...info };
  const path = join(folder, 'devnet.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(published, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return published;
}
