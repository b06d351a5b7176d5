// What machines ask: is it alive, is it ready, how is it doing.
import type { FastifyInstance } from 'fastify';
import type { Health } from '../exchange/health.ts';
import { ApiError } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** Probes come by any name and as often as they like: a healthy node must not be restarted for being busy. */
const hidden = { config: { probe: true as const, rateLimit: false as const } };

export function registerOperations(app: FastifyInstance, health: Health, metrics: Metrics): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  metrics.watchQueue(() => health.queueDepth);

  app.get('/livez', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async () => {
    if (draining) throw new ApiError('overloaded', 'The exchange is shutting down.');
    await health.check();
    return { status: 'ok' };
  });

  app.get('/metrics', hidden, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
