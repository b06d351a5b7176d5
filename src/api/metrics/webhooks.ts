// Prometheus metrics of webhooks: results of deliveries.
import { Counter, type Registry } from 'prom-client';

export function registerWebhooks(registry: Registry) {
  const deliveries = new Counter({
    name: 'millpond_webhook_deliveries_total',
    help: 'Requests that deliver webhooks, by what became of them.',
    labelNames: ['result'],
    registers: [registry],
  });
  const paused = new Counter({
    name: 'millpond_webhooks_paused_total',
    help: 'Webhooks that were paused because their receiver did not take them.',
    registers: [registry],
  });
  for (const result of ['delivered', 'failed']) deliveries.inc({ result }, 0);
  return {
    deliver: (result: 'delivered' | 'failed') => deliveries.inc({ result }),
    pause: () => paused.inc(),
  };
}
