// Prometheus metrics of open orders: how many there are, how they end, and whether one that could be filled is not.
import { Counter, Gauge, type Registry } from 'prom-client';

export type OrderFigures = {
  readonly holds: boolean;
  readonly open: number;
  readonly reachableMs: number;
  readonly putOff: number;
  readonly clockAheadMs: number;
  readonly sequence: number;
};

const DONE = ['filled', 'matched', 'triggered', 'expired', 'refused'] as const;
export type OrderEnd = (typeof DONE)[number];

export function registerOrders(registry: Registry) {
  const registers = [registry];
  // Only the keeper, the one process that fills open orders, sets these; in other processes they are 0.
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const holder = gauge('millpond_orders_holder', 'Whether this is the process that keeps the orders.');
  const open = gauge('millpond_orders_open', 'Orders that are open.');
  const reachable = gauge(
    'millpond_orders_reachable_seconds',
    'For how long the order that has waited longest could have been filled or triggered and was not.',
  );
  const putOff = gauge('millpond_orders_put_off', 'Orders that wait because they were refused again and again.');
  const clockAhead = gauge(
    'millpond_orders_clock_ahead_seconds',
    "By how much the clock of the keeper's machine is ahead of the journal's; below zero if it is behind.",
  );
  const sequence = gauge('millpond_orders_sequence', 'The last transaction that the keeper of orders has taken in.');
  const done = new Counter({
    name: 'millpond_orders_done_total',
    help: 'What the keeper of orders has done, by what became of it.',
    labelNames: ['result'],
    registers,
  });
  for (const result of DONE) done.inc({ result }, 0);
  return {
    show(figures: OrderFigures): void {
      holder.set(figures.holds ? 1 : 0);
      open.set(figures.open);
      reachable.set(figures.reachableMs / 1000);
      putOff.set(figures.putOff);
      clockAhead.set(figures.clockAheadMs / 1000);
      sequence.set(figures.sequence);
    },
    /** Called while this process is not the keeper. */
    idle(): void {
      for (const each of [holder, open, reachable, putOff, clockAhead]) each.set(0);
    },
    look: (upTo: number): void => sequence.set(upTo),
    count: (result: OrderEnd): void => done.inc({ result }),
  };
}
