// The traders of the demo market, and their opening deposits.
import type { Account } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Token } from '../../core/pool.ts';
import { DOGS, deposit, JDAI, NOT, STON, TON, USDT, units } from './demo.ts';

/** All of them trade in the demo's history; the first DEMO_TRADERS of them keep trading while the demo is served. */
export const TRADERS = named('service', 'shop-42', 'bot-7', 'mill-3', 'heron', 'otter', 'alice', 'carol');
/** The traders that also provide and withdraw liquidity in the demo's history. */
export const PROVIDERS = named('alice', 'carol');

const PURSE: readonly (readonly [Token, string])[] = [
  [TON, '120000'],
  [USDT, '300000'],
  [STON, '160000'],
  [NOT, '60000000'],
  [DOGS, '240000000'],
  [JDAI, '120000'],
];

/** Opening deposits of the demo traders, by step. */
export function openingDeposits(): Record<string, Command> {
  const commands: Record<string, Command> = {};
  for (const account of TRADERS)
    for (const [token, text] of PURSE)
      commands[`purse ${account} ${token.symbol}`] = deposit(account, token, units(token, text), 'demo trader');
  return commands;
}

function named(...names: readonly string[]): readonly Account[] {
  return names as readonly string[] as readonly Account[];
}
