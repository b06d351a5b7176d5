// Routes for machines: liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify';
import type { Health } from '../../ports/health.ts';
import type { PublicLog } from '../../ports/public-log.ts';
import { ApiError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

const probe = { config: { probe: true as const } };
/** Answered even above the rate limit: a healthy node must not be restarted for being busy. */
const alive = { config: { probe: true as const, always: true as const } };
/** For operators only, and at the price of ten calls, since rendering metrics is costly. */
const operators = { config: { probe: true as const, who: 'operator' as const, weight: 10 } };

export function registerOperations(
  app: FastifyInstance,
  { health, log }: { readonly health: Health; readonly log: Pick<PublicLog, 'unsure'> },
  metrics: Metrics,
): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  metrics.watchQueue(() => health.queueDepth);

  app.get('/livez', alive, async () => ({ status: 'ok' }));

  app.get('/readyz', probe, async () => {
    if (draining) throw new ApiError('overloaded', 'The exchange is shutting down.');
    await health.check();
    // Trading goes on without signatures, so a node that cannot sign is ready all the same.
    return { status: 'ok', ...(log.unsure !== undefined && { publicLog: `nothing is signed: ${log.unsure}` }) };
  });

  app.get('/metrics', operators, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.text()),
  );
}
