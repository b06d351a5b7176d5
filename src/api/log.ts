// The public log as files: GET /checkpoint and GET /tile/…, in the formats of C2SP tlog-checkpoint and tlog-tiles.
import type { FastifyInstance } from 'fastify';
import { parseTilePath } from '../log/tile.ts';
import type { StoredCheckpoint } from '../ports/log-store.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { ReadsInFlight } from './door/reads-in-flight.ts';
import { ApiError } from './errors.ts';

export function registerLog(app: FastifyInstance, log: PublicLog, reads: ReadsInFlight): void {
  app.get('/checkpoint', async (_, reply) => {
    const { note } = await reads.run(() => signedIn(log));
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(note);
  });
  app.get<{ Params: { '*': string } }>('/tile/*', async (request, reply) => {
    const tile = parseTilePath(`tile/${request.params['*']}`);
    const nodes = tile && (await reads.run(() => log.tile(tile, tile.width)));
    if (!nodes) return reply.callNotFound();
    // The hashes of a tile never change: a tile that grows gets another path.
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('application/octet-stream');
    return reply.send(Buffer.from(nodes.buffer, nodes.byteOffset, nodes.byteLength));
  });
}

export async function signedIn(log: PublicLog): Promise<StoredCheckpoint> {
  const checkpoint = await lastCheckpoint(log);
  if (checkpoint) return checkpoint;
  throw new ApiError('not_logged_yet', 'The public log has no checkpoint yet; ask again in some seconds.');
}

/** Null before the first; refused if there will be none. */
export async function lastCheckpoint(log: PublicLog): Promise<StoredCheckpoint | null> {
  const checkpoint = await log.checkpoint();
  if (checkpoint || log.isSigning) return checkpoint ?? null;
  throw new ApiError(
    'log_unsigned',
    'Nobody signs the public log of this exchange; its operator must set LOG_KEY_FILE.',
  );
}

export const noLiabilities = (): ApiError =>
  new ApiError(
    'no_liabilities',
    'This exchange has not stated yet what it owes: it does so every LIABILITIES_HOURS, or when its operator runs millpond liabilities.',
  );
