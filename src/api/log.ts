// The public log as files: GET /checkpoint and GET /tile/…, in the formats of C2SP tlog-checkpoint and tlog-tiles.
import type { FastifyInstance } from 'fastify';
import { parseTilePath } from '../log/tile.ts';
import type { StoredCheckpoint } from '../ports/log-store.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { ReadsInFlight } from './door/reads-in-flight.ts';
import { ApiError } from './errors.ts';

type Asked = { readonly Params: { readonly log?: string; readonly '*'?: string } };

/**
 * The current log is at the root, and each log below its number too: by tlog-tiles a log has a URL of its own, under which caches may
 * keep its tiles for ever. After a fork another log is at the root.
 */
export function registerLog(app: FastifyInstance, log: PublicLog, reads: ReadsInFlight): void {
  for (const prefix of ['', '/:log(^[1-9]\\d{0,8}$)']) {
    app.get<Asked>(`${prefix}/checkpoint`, async ({ params }, reply) => {
      const { log: number, note } = await reads.run(() => signedIn(log));
      if (!isAskedFor(number, params)) throw notIn('log');
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(note);
    });
    app.get<Asked>(`${prefix}/tile/*`, async ({ params }, reply) => {
      const tile = parseTilePath(`tile/${params['*']}`);
      const found = tile && (await reads.run(() => log.tile(tile, tile.width)));
      if (!found || !isAskedFor(found.log, params)) throw notIn('tile');
      const isOnlyLog = params.log !== undefined || found.log === 1;
      reply.header('cache-control', isOnlyLog ? FOR_EVER : 'no-store').type('application/octet-stream');
      const { buffer, byteOffset, byteLength } = found.nodes;
      return reply.send(Buffer.from(buffer, byteOffset, byteLength));
    });
  }
}

const notIn = (what: 'log' | 'tile'): ApiError =>
  new ApiError(
    'not_found',
    what === 'log'
      ? 'This exchange does not sign that log any more; getLog names the current one.'
      : 'The last checkpoint of the public log does not cover this tile, or its path is not one of C2SP tlog-tiles.',
  );

const isAskedFor = (number: number, { log = String(number) }: Asked['Params']): boolean => log === String(number);
/** The hashes of a tile never change: a tile that grows gets another path. */
const FOR_EVER = 'public, max-age=31536000, immutable';

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
