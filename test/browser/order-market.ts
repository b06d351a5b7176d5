// Runs the order keeper for the page's tests, as `serve` does.
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { keepOrders } from '../../src/cli/serve/keep-orders.ts';
import { readSettings } from '../../src/cli/settings.ts';
import type { OrderKeeping } from '../../src/orders/client-thread.ts';
import type { Stage } from './stage.ts';

/** Runs a keeper during the tests of a file, which fills orders as soon as their price is met. */
export function useKeeper(stage: Stage): void {
  let keeping: OrderKeeping | undefined;
  beforeAll(() => {
    const { store, exchange, metrics } = stage.server;
    const logger = pino({ level: 'silent' });
    keeping = keepOrders(readSettings({}, {}), store, { venue: exchange, metrics, logger });
    keeping.begin();
  });
  afterAll(() => keeping?.close());
}
