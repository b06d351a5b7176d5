// Creates a devnet that starts with contracts copied from another network, at the same addresses.
import { existsSync, mkdirSync } from 'node:fs';
import { Address } from '@ton/core';
import { removeDevnet } from '#devnet/devnet';
import { createDevnet } from '#devnet/genesis/genesis';
import { type Taken, takeContracts } from '#devnet/import/take';
import { fileOf } from '#devnet/info';
import { StoreUnavailable } from '../../ports/store.ts';
import { walletOf } from '../dialect/getters.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { asStoreError } from './unavailable.ts';

type Options = {
  readonly folder: string;
  /** Deletes an existing devnet first. */
  readonly fresh: boolean;
  readonly router: string;
  readonly pton?: string;
};

/** With pTON, also imports the router's pTON wallet, which nobody could fund otherwise. */
export async function importContracts(source: Endpoint, { folder, fresh, ...named }: Options): Promise<Taken> {
  const path = fileOf(folder);
  const [router, pton] = [Address.parse(named.router), named.pton && Address.parse(named.pton)];
  if (existsSync(path) && !fresh)
    throw new StoreUnavailable('failed', `${folder}: there is a devnet; --fresh makes a new one in its place`);
  const ptonWallet = pton ? await walletOf(source, pton, router) : null;
  const addresses = [router, pton, ptonWallet].filter((address) => address instanceof Address);
  const taken = await takeContracts(source, addresses);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const imported = { router: router.toString(), ...(pton && { pton: pton.toString() }) };
  try {
    if (fresh) removeDevnet(path);
    await createDevnet(path, undefined, { ...taken, imported });
  } catch (error) {
    throw asStoreError(error);
  }
  return taken;
}
