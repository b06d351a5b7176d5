// Prometheus metrics of the observer, the thread that reads the journal for market data: its position, how far that is stored, and by whom.
import { Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS: readonly number[] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function registerObserver(registry: Registry) {
  const registers = [registry];
  const sequence = new Gauge({
    name: 'millpond_observer_sequence',
    help: 'The last transaction that the thread which observes the journal has counted.',
    registers,
  });
  const cursor = new Gauge({
    name: 'millpond_projection_sequence',
    help: 'The last transaction that is counted in what is stored of the market, by whichever process stores it.',
    registers,
  });
  const holder = new Gauge({
    name: 'millpond_projection_holder',
    help: 'Whether this is the process that stores what is counted of the market.',
    registers,
  });
  const openOrders = new Gauge({
    name: 'millpond_open_orders',
    help: 'Orders that are open, as of the last transaction that was counted.',
    registers,
  });
  const store = new Histogram({
    name: 'millpond_projection_store_seconds',
    help: 'Time to store what was counted of the market since the last time.',
    buckets: [...SECONDS],
    registers,
  });
  return {
    count(told: { readonly counted: number; readonly cursor: number; readonly openOrders: number }): void {
      sequence.set(told.counted);
      cursor.set(told.cursor);
      openOrders.set(told.openOrders);
    },
    hold(holds: boolean): void {
      holder.set(holds ? 1 : 0);
    },
    store(tookMs: number): void {
      store.observe(tookMs / 1000);
    },
  };
}
