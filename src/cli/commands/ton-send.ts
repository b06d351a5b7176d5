// millpond ton send
import { randomUUID } from 'node:crypto';
import { accountName } from '../../address.ts';
import { failureOf } from '../../api/errors.ts';
import { type Account, amount, MAX_AMOUNT, type TokenAddress } from '../../core/amount.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import type { TokenEntry } from '../../core/pool.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import { TON } from '../../ton/venue/dex.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { openForCommand } from '../serve/ton/command.ts';
import { policyOf, type Settings } from '../settings.ts';

const USAGE =
  'usage: millpond ton send AMOUNT TOKEN --account NAME --to ADDRESS [--note TEXT] [--key KEY] [--old-wallet ADDRESS], with the settings of the exchange';
const TONCOIN = { address: TON, symbol: 'TON', name: 'Toncoin', decimals: 9 };

/** Sends tokens from the wallet of any account. The request is stored like those of a server, which may be running on the same database. */
export async function runTonSend(
  [units, symbol, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  const { account: from, to: recipient, note: memo, key = randomUUID(), oldWallet } = flags;
  const [account, to] = [from, recipient].map((name) => (name === undefined ? null : accountName(name)));
  if (units === undefined || symbol === undefined || more.length > 0 || !account || !to) throw new BadUsage(USAGE);
  if (settings.VENUE !== 'ton') throw new BadUsage('VENUE=ton is needed: on the ledger nothing is on a chain');
  const store = await openStore(settings, { mustWrite: true });
  // TRANSFERS=off forbids transfers to users, not to an operator who has the key of the wallets.
  const policy = { ...policyOf(settings), transfers: 'on' as const };
  const { MAX_BATCH: maxBatch, MAX_QUEUE: maxQueue, REQUEST_TIMEOUT: maxWaitMs } = settings;
  const registry = new LedgerVenue(store, { policy, maxBatch, maxQueue, maxWaitMs });
  try {
    const { venue, start, close } = await openForCommand(settings, {
      ...{ store, registry, policy },
      ...(oldWallet !== undefined && { oldWallet: { account, address: oldWallet } }),
    });
    start();
    try {
      const token = await listed(registry, symbol);
      const sent = amount(unitsOf(units, token));
      const command = { kind: 'transfer', account, token: token.address, to, amount: sent } as const;
      const done = await venue.execute(account, memo === undefined ? command : { ...command, memo }, key);
      if (done.status === 'completed')
        console.log(`sent ${units} ${token.symbol} to ${to}: transaction ${done.transactionId}`);
      else
        console.error(
          `not done yet: transaction ${done.transactionId}; run it again with --key ${key} to wait for its end`,
        );
      return done.status === 'completed' ? 0 : 1;
    } catch (error) {
      const { code, message } = failureOf(error);
      if (code === 'internal_error') throw error;
      console.error(`millpond: ${message}`);
      return 1;
    } finally {
      await close();
    }
  } finally {
    await registry.close();
  }
}

/** Finds a token by symbol or address. Registers TON if needed, so that a new database can send it. */
async function listed(
  registry: LedgerVenue,
  name: string,
): Promise<Pick<TokenEntry, 'address' | 'symbol' | 'decimals'>> {
  if (name === 'TON' || name === TON) {
    const [found] = await registry.tokensNamed([TON]);
    if (!found) await registry.execute('ton-send' as Account, { kind: 'registerToken', token: TONCOIN });
    return TONCOIN;
  }
  const [byAddress] = await registry.tokensNamed([(accountName(name) ?? name) as string as TokenAddress]);
  if (byAddress) return byAddress;
  const { tokens } = await registry.router();
  const [first, second] = tokens.filter(({ symbol }) => symbol === name);
  if (!first || second)
    throw new BadUsage(
      `${name}: ${first ? 'several tokens have this symbol; name its address' : 'no such token is listed'}`,
    );
  return first;
}

function unitsOf(text: string, { decimals, symbol }: Pick<TokenEntry, 'decimals' | 'symbol'>): bigint {
  const units = parseDecimal(text, decimals, MAX_AMOUNT);
  if (typeof units === 'bigint' && units > 0n) return units;
  throw new BadUsage(`${text}: this is no amount of ${symbol}, which has ${decimals} decimals`);
}
