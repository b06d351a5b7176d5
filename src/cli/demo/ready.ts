// The demo's exchange, ready to be served alive: with a past, if it is new, and never another's.
import type { Logger } from 'pino';
import { amount } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { Store } from '../../ports/store.ts';
import { RefusedError } from '../../ports/venue.ts';
import { BadUsage } from '../command.ts';
import { policyOf, type Settings } from '../settings.ts';
import { purses } from './crowd.ts';
import { ACTOR, createDemoMarket, keyOf, LOCAL, TON, USDT, units } from './demo.ts';
import { writeHistory } from './history.ts';

/** Whether the journal began with the demo's first step; an empty one has not begun. */
export async function isDemo(store: Pick<Store, 'posted'>): Promise<boolean> {
  const first = await store.posted(1);
  if (first?.actor !== ACTOR || first.receipt.kind !== 'registerToken') return false;
  return first.receipt.token === TON.address;
}

/** Throws, having changed nothing, where the exchange is not the demo's own. */
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
  const orders = Object.entries(purses()).map(([step, command]) => ({ command, idempotencyKey: keyOf(step) }));
  const failed = (await venue.executeAll(ACTOR, orders)).find(
    (done) => done instanceof Error && !(done instanceof RefusedError),
  );
  if (failed) throw failed;
  await venue.execute(LOCAL, openOrder(), keyOf('order')).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

/** What `local` waits for, so that a newcomer sees one: TON for a tenth less than it costs at first. */
const openOrder = (): Command => ({
  ...{ kind: 'placeOrder', account: LOCAL, tokenA: USDT.address, tokenB: TON.address, inParts: true },
  ...{ amountA: amount(units(USDT, '500')), minReceived: amount(units(TON, '220')) },
});

/** Asked where TON is registered: whoever did that otherwise is refused for it, even if they go by the demo's name. */
async function tookFirstStep(venue: LedgerVenue): Promise<boolean> {
  try {
    await venue.execute(ACTOR, { kind: 'registerToken', token: TON }, keyOf('register TON'));
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // An earlier version may have made the step in other words.
    return error.refusal.code === 'idempotency_key_reused';
  }
}

const foreign = () =>
  new BadUsage(
    'this is not a demo exchange, so the demo does not run on it: use "millpond serve", or set DATABASE_URL to another database',
  );
