// Prometheus metrics of the event stream: its readers, and the events sent.
import { Counter, Gauge, type Registry } from 'prom-client';

export type EventMetrics = ReturnType<typeof registerEventMetrics>;

export function registerEventMetrics(registry: Registry) {
  const registers = [registry];
  const sent = new Counter({
    name: 'millpond_events_sent_total',
    help: 'Events sent, to all who read them.',
    registers,
  });
  const dropped = new Counter({
    name: 'millpond_event_readers_dropped_total',
    help: 'Readers of events that were cut off: too slow, or with a key that was revoked.',
    registers,
  });
  return {
    send: (events: number) => sent.inc(events),
    drop: () => dropped.inc(),
    watchReaders(count: () => number) {
      new Gauge({
        name: 'millpond_event_readers',
        help: 'Connections that events are read over.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
  };
}
