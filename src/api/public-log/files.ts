// The public log as files: GET /checkpoint and GET /tile/…, in the formats of C2SP tlog-checkpoint and tlog-tiles.
import type { FastifyInstance } from 'fastify';
import type { PublicLog, StoredCheckpoint } from '../../ports/public-log.ts';
import { cosignaturesIn } from '../../transparency/format/note.ts';
import { parseTilePath, type TileId } from '../../transparency/format/tile.ts';
import type { ReadsInFlight } from '../door/reads-in-flight.ts';
import { ApiError } from '../errors.ts';
import type { LogCache } from './cache.ts';

type Asked = { readonly Params: { readonly log?: string; readonly '*'?: string } };

/** Counted like calls without a key. The caller is not looked up: a cache may keep the answers for everybody. */
const config = { weight: 1, crossOrigin: true as const };

const NUMBERED = '/:log(^[1-9]\\d{0,8}$)';

/** The longest path of a tile has half as many characters. */
const MAX_PATH = 100;

/**
 * The current log is at the root, and each log below its number too: by tlog-tiles a log has a URL of its own, under which caches may
 * keep its tiles for ever. After a fork another log is at the root.
 */
export function registerLog(app: FastifyInstance, log: LogCache, reads: ReadsInFlight): void {
  const ended = async ({ log: number }: Asked['Params'], ip: string): Promise<StoredCheckpoint> => {
    const checkpoint = await reads.run(ip, () => log.ended(Number(number)));
    if (!checkpoint) throw notIn('log');
    return checkpoint;
  };
  app.get<Asked>(`${NUMBERED}/getLog`, { config }, async ({ params, ip }, reply) => {
    const current = await reads.run(ip, () => signed(log, log.readCheckpoint()));
    const data = describeLog(isAskedFor(current.log, params) ? current : await ended(params, ip));
    return reply.header('cache-control', 'no-store').send({ success: true, data });
  });
  for (const prefix of ['', NUMBERED]) {
    app.get<Asked>(`${prefix}/checkpoint`, { config }, async ({ params, ip }, reply) => {
      const { log: number, note } =
        log.recentCheckpoint ?? (await reads.run(ip, () => signed(log, log.readCheckpoint())));
      const shown = isAskedFor(number, params) ? note : (await ended(params, ip)).note;
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(shown);
    });
    app.get<Asked>(`${prefix}/tile/*`, { config }, async ({ params, ip, url }, reply) => {
      if (url.replace(/\?.*$/s, '').length > MAX_PATH) {
        const message = `The path of a tile has at most ${MAX_PATH} characters.`;
        throw new ApiError('invalid_request', message);
      }
      const tile = parseTilePath(`tile/${params['*']}`);
      const found = tile && (log.recentTile(tile) ?? (await reads.run(ip, () => log.tile(tile))));
      if (!found) throw notIn('tile');
      // Up to the last checkpoint of an ended log, its hashes are those of the current one.
      if (!isAskedFor(found.log, params) && !covers((await ended(params, ip)).size, tile)) throw notIn('tile');
      const isOnlyLog = params.log !== undefined || found.log === 1;
      reply.header('cache-control', isOnlyLog ? FOR_EVER : 'no-store').type('application/octet-stream');
      const { buffer, byteOffset, byteLength } = found.nodes;
      return reply.send(Buffer.from(buffer, byteOffset, byteLength));
    });
  }
}

const covers = (size: number, { level, index, width }: TileId): boolean =>
  index * 256 + width <= Math.floor(size / 256 ** level);

/** A log as getLog answers it. */
export function describeLog({ size, root, madeAtMs, vkey, note }: StoredCheckpoint) {
  const origin = note.slice(0, note.indexOf('\n'));
  const witnesses = cosignaturesIn(note).map(({ name, time }) => ({ name, at: new Date(time * 1000).toISOString() }));
  return { origin, size, root, signedAt: new Date(madeAtMs).toISOString(), witnesses, checkpoint: note, vkey };
}

const notIn = (what: 'log' | 'tile'): ApiError =>
  new ApiError(
    'not_found',
    what === 'log'
      ? 'This exchange has no such log, or its journal has lost what that log signed; getLog names the current one.'
      : 'The last checkpoint of the public log does not cover this tile, or its path is not one of C2SP tlog-tiles.',
    'path',
  );

const isAskedFor = (number: number, { log = String(number) }: Asked['Params']): boolean => log === String(number);
/** The hashes of a tile never change: a tile that grows gets another path. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export const signedIn = (log: PublicLog): Promise<StoredCheckpoint> => signed(log, log.checkpoint());

async function signed(log: PublicLog, read: ReturnType<PublicLog['checkpoint']>): Promise<StoredCheckpoint> {
  const checkpoint = await orNull(log, read);
  if (checkpoint) return checkpoint;
  throw new ApiError('not_logged_yet', 'The public log has no checkpoint yet; ask again in some seconds.');
}

/** Null before the first; refused if there will be none. */
export const lastCheckpoint = (log: PublicLog): Promise<StoredCheckpoint | null> => orNull(log, log.checkpoint());

async function orNull(log: PublicLog, read: ReturnType<PublicLog['checkpoint']>): Promise<StoredCheckpoint | null> {
  const checkpoint = await read;
  if (checkpoint || log.isSigning) return checkpoint ?? null;
  throw new ApiError(
    'not_found',
    'Nobody signs the public log of this exchange; its operator must set LOG_KEY_FILE.',
    'log_key',
  );
}

export const noLiabilities = (): ApiError =>
  new ApiError(
    'not_found',
    'This exchange has not stated yet what it owes: it does so every LIABILITIES_HOURS, or when its operator runs millpond liabilities.',
    'liabilities',
  );
