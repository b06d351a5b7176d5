// millpond ton send
import { hash, randomUUID } from 'node:crypto';
import { accountName } from '../../address.ts';
import { failureOf } from '../../api/errors.ts';
import { type Account, amount, MAX_AMOUNT, type TokenAddress } from '../../core/amount.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import type { TokenEntry } from '../../core/pool.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { ChainRequest, ChainRequests } from '../../ports/chain-requests.ts';
import { MAX_BATCH } from '../../ports/store.ts';
import { TON } from '../../ton/venue/dex.ts';
import { decisionOf } from '../../ton/venue/history.ts';
import type { SendCommand } from '../../ton/venue/receipts.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { openForCommand } from '../serve/ton/command.ts';
import { policyOf, type Settings } from '../settings.ts';

const USAGE =
  'usage: millpond ton send AMOUNT TOKEN --account NAME --to ADDRESS [--note TEXT] [--key KEY], with the settings of the exchange';
const TONCOIN = { address: TON, symbol: 'TON', name: 'Toncoin', decimals: 9 };

/** Sends tokens from the wallet of any account. The request is stored like those of a server, which may be running on the same database. */
export async function runTonSend(
  [units, symbol, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  const { account: from, to: recipient, note: memo, key: givenKey } = flags;
  const [account, to] = [from, recipient].map((name) => (name === undefined ? null : accountName(name)));
  if (units === undefined || symbol === undefined || more.length > 0 || !account || !to) throw new BadUsage(USAGE);
  if (settings.VENUE !== 'ton') throw new BadUsage('VENUE=ton is needed: on the ledger nothing is on a chain');
  const store = await openStore(settings, { mustWrite: true });
  // TRANSFERS=off forbids transfers to users, not to an operator who has the key of the wallets.
  const policy = { ...policyOf(settings), transfers: 'on' as const };
  const { MAX_QUEUE: maxQueue, REQUEST_TIMEOUT: maxWaitMs } = settings;
  const registry = new LedgerVenue(store, { policy, maxBatch: MAX_BATCH, maxQueue, maxWaitMs });
  try {
    const { venue, start, close } = await openForCommand(settings, { store, registry, policy });
    start();
    try {
      const token = await listed(registry, symbol);
      const sent = amount(unitsOf(units, token));
      const note = memo === undefined ? {} : { memo };
      const command = { kind: 'transfer', account, token: token.address, to, amount: sent, ...note } as const;
      const key = givenKey ?? (await keyFor(command, store.chainRequests));
      // Printed before anything is stored: without the key, somebody whose command was interrupted would pay again.
      console.error(
        `sending ${units} ${token.symbol} to ${to}; if this is interrupted, run it again with --key ${key}`,
      );
      const done = await venue.execute(account, command, key);
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

/** Without a key, an equal transfer within this time is more likely a repeat of one that was interrupted. */
const REPEATED_WITHIN_MS = 600_000;
const PAGE = 100;

/**
 * A key for a transfer without one. Equal transfers that are made at the same moment get the same key, so that one is done. Refuses the
 * transfer if the account has made an equal one a short while ago, unless that one has failed.
 */
async function keyFor(command: SendCommand, requests: Pick<ChainRequests, 'page'>): Promise<string> {
  const nowMs = Date.now();
  const sinceMs = nowMs - REPEATED_WITHIN_MS;
  const { account, token, to, amount: units, memo } = command;
  const failed: string[] = [];
  for (let [before, isMore] = [Number.MAX_SAFE_INTEGER, true]; isMore; ) {
    const page = await requests.page({ account, before, limit: PAGE });
    const recent = page.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
    for (const request of recent) {
      if (!isEqual(request, command)) continue;
      if (request.status === 'failed') {
        failed.push(request.id);
        continue;
      }
      const { id, key, status, createdAtMs } = request;
      const minutes = Math.max(0, Math.floor((nowMs - createdAtMs) / 60_000));
      const how = key === null ? '' : `To go on with that one, run it again with --key ${key}. `;
      throw new BadUsage(
        `an equal transfer was made ${minutes} minutes ago and is ${status}: transaction ${id}. ${how}To send the same once more, name a new key: --key ${randomUUID()}`,
      );
    }
    before = page.at(-1)?.number ?? 0;
    isMore = recent.length === PAGE;
  }
  const slot = Math.floor(nowMs / REPEATED_WITHIN_MS);
  const content = JSON.stringify([account, token, to, String(units), memo, slot, failed]);
  return hash('sha256', content, 'hex').slice(0, 32);
}

function isEqual(request: ChainRequest, { token, to, amount: units, memo }: SendCommand): boolean {
  const decision = decisionOf(request);
  const receipt = 'receipt' in decision ? decision.receipt : undefined;
  if (receipt?.kind !== 'transfer') return false;
  return receipt.token === token && receipt.to === to && receipt.amount === units && receipt.memo === memo;
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
