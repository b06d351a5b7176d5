// millpond ton key, millpond ton wallet, millpond ton send
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import type { Settings } from '../settings.ts';
import { runTonKey } from './ton-key.ts';
import { runTonSend } from './ton-send.ts';
import { runTonWallet } from './ton-wallet.ts';

export async function runTon(
  [topic, ...rest]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  if (topic === 'send') return runTonSend(rest, settings, flags, openStore);
  if (topic === 'wallet') return runTonWallet(rest, settings);
  if (topic === 'key') return runTonKey(rest, settings, flags);
  throw new BadUsage('usage: millpond ton key …, ton wallet NAME, or ton send …; see millpond --help');
}
