// Prepares the demo's exchange: with a history if it is new; never on another exchange.
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

/** True if the journal began with the demo's first step; false if it is empty. */
export async function isDemo(store: Pick<Store, 'posted'>): Promise<boolean> {
  const first = await store.posted(1);
  if (first?.actor !== ACTOR || first.receipt.kind !== 'registerToken') return false;
  return first.receipt.token === TON.address;
}

/** Throws without having changed anything if the exchange is not the demo's own. */
export async function readyDemo(
  { store, venue }: { readonly store: Store; readonly venue: LedgerVenue },
  settings: Settings,
  logger: Logger,
): Promise<void> {
  const startMs = performance.now();
  const isNew = (await store.head()) === 0;
  if (isNew && settings.DEMO_HISTORY === 'on') {
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

/** An open order of `local`, so that a newcomer sees one: buys TON for a tenth less than its first price. */
const openOrder = (): Command => ({
  ...{ kind: 'placeOrder', account: LOCAL, tokenA: USDT.address, tokenB: TON.address, inParts: true },
  ...{ amountA: amount(units(USDT, '500')), minReceived: amount(units(TON, '220')) },
});

/** Called when TON is registered: if the demo's first step did not do that, it is refused, even for an actor of the same name. */
async function tookFirstStep(venue: LedgerVenue): Promise<boolean> {
  try {
    await venue.execute(ACTOR, { kind: 'registerToken', token: TON }, keyOf('register TON'));
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // An earlier version may have made this step with other parameters.
    return error.refusal.code === 'idempotency_key_reused';
  }
}

const foreign = () =>
  new BadUsage(
    'this is not a demo exchange, so the demo does not run on it: use "millpond serve", or set DATABASE_URL to another database',
  );
