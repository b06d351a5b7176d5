// Lists a devnet's initial tokens and pairs, so that an exchange on it knows them.

import type { DevnetInfo } from '#devnet/info';
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';
import { TON } from '../venue/dex.ts';

const ACTOR = 'devnet' as Account;

/** Safe to call at every start: existing listings are unchanged. */
export async function listDevnet(registry: Pick<Venue, 'execute'>, { tokens, pairs }: DevnetInfo): Promise<void> {
  const all = [{ address: TON as string, symbol: 'TON', name: 'Toncoin', decimals: 9 }, ...tokens];
  const addressOf = (symbol: string) => all.find((token) => token.symbol === symbol)?.address as TokenAddress;
  const commands: Command[] = [
    ...all.map(
      (token): Command => ({ kind: 'registerToken', token: { ...token, address: token.address as TokenAddress } }),
    ),
    ...pairs.map(
      ([a, b]): Command => ({ kind: 'createPool', tokenA: addressOf(a), tokenB: addressOf(b), force: true }),
    ),
  ];
  for (const command of commands) await registry.execute(ACTOR, command).catch(ignoreListed);
}

function ignoreListed(error: unknown): void {
  const isListed = error instanceof RefusedError && ['token_exists', 'pool_exists'].includes(error.refusal.code);
  if (!isListed) throw error;
}
