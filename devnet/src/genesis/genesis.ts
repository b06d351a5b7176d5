// The beginning of a devnet: two wallets with TON, then a market set up by ordinary messages, all of it in the journal.
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { Address } from '@ton/core';
import { shardOf } from '../chain/account.ts';
import { Chain, type GenesisAccount } from '../chain/chain.ts';
import { libraryDictionary } from '../import/libraries.ts';
import type { Taken } from '../import/take.ts';
import type { DevnetInfo } from '../info.ts';
import { DEVNET_ID } from '../network.ts';
import { type Keyed, keyed, mnemonicOf } from './keys.ts';
import { makeMarket } from './market.ts';
import { Signer } from './signer.ts';

const TON = 1_000_000_000n;
/** The initial balance of both wallets: more than anybody will spend, and less than mainnet's supply. */
const PURSE = 1_000_000_000n * TON;
/** Name of the setting that holds the devnet's info. */
export const INFO = 'info';

/** Writes a file with another name until the devnet is complete, so that an interrupted creation starts over. */
export async function createDevnet(
  path: string,
  seed = randomBytes(32),
  { accounts = [], libraries = [], imported }: Partial<Taken> & Pick<DevnetInfo, 'imported'> = {},
): Promise<void> {
  const unfinished = `${path}.new`;
  for (const file of [unfinished, `${unfinished}-wal`]) rmSync(file, { force: true });
  const [faucet, admin] = [await keyed(await mnemonicOf(seed, 'faucet')), await keyed(await mnemonicOf(seed, 'admin'))];
  const wallets = [faucet, admin].map(({ wallet }) => wallet.address);
  refuseOwn(accounts, (address) => wallets.some((wallet) => wallet.equals(address)));
  const begun = [funded(faucet), funded(admin), ...accounts];
  const chain = await Chain.open({ path: unfinished, blockMs: 0 }, begun, libraryDictionary(libraries));
  try {
    const market = await makeMarket(admin.wallet.address, faucet.wallet.address, new Signer(chain, async () => admin));
    const info: DevnetInfo = {
      version: 1,
      network: DEVNET_ID,
      router: market.router.toString(),
      pton: market.pton.toString(),
      tokens: market.tokens,
      pairs: market.pairs,
      faucet: { address: faucet.wallet.address.toString(), mnemonic: faucet.mnemonic },
      admin: { address: admin.wallet.address.toString(), mnemonic: admin.mnemonic },
      ...(imported && { imported }),
    };
    // The market's messages have reached an address of its own, and of nobody else.
    refuseOwn(accounts, (address) => chain.account(address).lastLt > 0n);
    chain.database.set(INFO, JSON.stringify(info));
  } finally {
    await chain.close();
  }
  renameSync(unfinished, path);
}

function refuseOwn(accounts: readonly GenesisAccount[], isOwn: (address: Address) => boolean): void {
  const address = accounts.map(([key]) => Address.parseRaw(key)).find(isOwn);
  if (address) throw new Error(`${address}: a devnet with this seed has a contract of its own there`);
}

const funded = ({ wallet }: Keyed): GenesisAccount => [
  wallet.address.toRawString(),
  Buffer.from(shardOf(wallet.address, PURSE, wallet.init)).toString('base64'),
];
