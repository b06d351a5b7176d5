// millpond ton key, millpond ton wallet
import { BadUsage, type Flags } from '../command.ts';
import type { Settings } from '../settings.ts';
import { runTonKey } from './ton-key.ts';
import { runTonWallet } from './ton-wallet.ts';

export async function runTon([topic, ...rest]: readonly string[], settings: Settings, flags: Flags): Promise<number> {
  if (topic === 'wallet') return runTonWallet(rest, settings);
  if (topic === 'key') return runTonKey(rest, settings, flags);
  throw new BadUsage('usage: millpond ton key …, or millpond ton wallet NAME; see millpond --help');
}
