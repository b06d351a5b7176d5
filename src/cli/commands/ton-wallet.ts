// millpond ton wallet
import type { KeyPair } from '@ton/crypto';
import { accountName } from '../../address.ts';
import { derivedWallet } from '../../ton/wallets/wallets.ts';
import { BadUsage } from '../command.ts';
import { asSetting, keyOf, networkOf } from '../serve/ton/open.ts';
import type { Settings } from '../settings.ts';

const USAGE = 'usage: millpond ton wallet NAME, with TON_MNEMONIC_FILE and TON_NETWORK';

/**
 * Prints the address of an account's wallet, derived from the 24 words and the account's name: it needs neither a database nor
 * a network.
 */
export async function runTonWallet([name, ...more]: readonly string[], settings: Settings): Promise<number> {
  const { TON_NETWORK } = settings;
  const account = name === undefined ? null : accountName(name);
  if (account === null || more.length > 0 || settings.TON_MNEMONIC_FILE === '') throw new BadUsage(USAGE);
  const words = (await keyOf(settings).catch(asSetting)) as KeyPair;
  const { address } = derivedWallet(words, networkOf(settings), account).wallet;
  console.log(`${address.toString({ bounceable: false })}  wallet of ${account} on ${TON_NETWORK}`);
  return 0;
}
