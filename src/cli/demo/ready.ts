// Prepares the exchange of `millpond demo`: creates its market, with a history if it is new. Refuses an exchange that is not a demo.
import type { Logger } from 'pino';
import { amount } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { Store } from '../../ports/store.ts';
import { RefusedError } from '../../ports/venue.ts';
import { BadUsage } from '../command.ts';
import { policyOf, type Settings } from '../settings.ts';
import { openingDeposits } from './crowd.ts';
import { ACTOR, createDemoMarket, keyOf, LOCAL, TON, USDT, units } from './demo.ts';
import { writeHistory } from './history.ts';

/** True if the first transaction of the journal is the demo's first step; false if the journal is empty. */
export async function isDemo(store: Pick<Store, 'posted'>): Promise<boolean> {
  const first = await store.posted(1);
  if (first?.actor !== ACTOR || first.receipt.kind !== 'registerToken') return false;
  return first.receipt.token === TON.address;
}

/**
 * Creates the demo's market, history, deposits and open order, as far as they are missing. Throws `BadUsage`, and changes
 * nothing, if the exchange is not a demo.
 */
export async function readyDemo(
  { store, venue }: { readonly store: Store; readonly venue: LedgerVenue },
  settings: Settings,
  logger: Logger,
): Promise<void> {
  const startMs = performance.now();
  const isNew = (await store.head()) === 0;
  if (isNew) {
    const transactions = await writeHistory(store, policyOf(settings), Date.now());
    logger.info({ transactions, tookMs: Math.round(performance.now() - startMs) }, 'demo: history written');
  }
  if (!isNew && !((await isDemo(store)) && (await tookFirstStep(venue)))) throw foreign();
  await createDemoMarket(venue, logger);
  const orders = Object.entries(openingDeposits()).map(([step, command]) => ({ command, idempotencyKey: keyOf(step) }));
  const failed = (await venue.executeAll(ACTOR, orders)).find(
    (done) => done instanceof Error && !(done instanceof RefusedError),
  );
  if (failed) throw failed;
  await venue.execute(LOCAL, openOrder(), keyOf('order')).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

/** An order of `local` that stays open, so that new users see one: it buys TON for about a tenth less than its first price. */
const openOrder = (): Command => ({
  ...{ kind: 'placeOrder', account: LOCAL, tokenA: USDT.address, tokenB: TON.address, inParts: true },
  ...{ amountA: amount(units(USDT, '500')), minReceived: amount(units(TON, '220')) },
});

/**
 * True if the demo registered TON. Sends that command again: with the demo's idempotency key it repeats its first answer; if an
 * ordinary account of the same name registered TON, it is refused.
 */
async function tookFirstStep(venue: LedgerVenue): Promise<boolean> {
  try {
    await venue.execute(ACTOR, { kind: 'registerToken', token: TON }, keyOf('register TON'));
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // An earlier version of the program may have done this step with other parameters.
    return error.refusal.code === 'idempotency_key_reused';
  }
}

const foreign = () =>
  new BadUsage(
    'this is not a demo exchange, so the demo does not run on it: use "millpond serve", or set DATABASE_URL to another database',
  );
