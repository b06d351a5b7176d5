// GET /tokenlist.json: the tokens as a token list, which wallets and other programs read (https://tokenlists.org).
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { TokenEntry } from '../../core/pool.ts';
import { isImagePath } from '../../ports/images.ts';
import type { Venue } from '../../ports/venue.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import { Charge } from '../door/charge.ts';
import type { FilesInFlight } from '../door/files-in-flight.ts';
import type { Limits } from '../door/rate-limit.ts';
import type { ReadsInFlight } from '../door/reads-in-flight.ts';

/** The main net of TON, by its global id; the schema of token lists knows only chains of Ethereum's kind. */
const CHAIN_ID = -239;
const PAGE = 500;
/** Dear where there are many tokens; whoever asks by ETag mostly gets no list at all. */
const config = { who: 'anyone' as const, weight: 10 };

type Bounds = { readonly reads: ReadsInFlight; readonly files: FilesInFlight; readonly limits: Limits };
type ListOptions = { readonly publicUrl: string | null };

export function registerTokenList(
  app: FastifyInstance,
  venue: Venue,
  { reads, files, limits }: Bounds,
  { publicUrl }: ListOptions,
): void {
  // Another address makes it another list.
  const place = publicUrl === null ? '' : `-${Buffer.from(publicUrl).toString('base64url')}`;
  app.get('/tokenlist.json', { config, ...reads.hooks }, async (request, reply) => {
    const last = await venue.lastTokenChange();
    const etag = `W/"${last?.transactionId ?? 'empty'}${place}"`;
    reply.header('etag', etag).header('cache-control', 'public, no-cache');
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (request.method === 'HEAD') return reply.send('');
    files.hold(request, reply);
    const text = listOf(venue, { ...(last ?? NEVER), publicUrl }, new Charge(limits, request));
    return reply.send(Readable.from(text, { objectMode: false }));
  });
}

const NEVER = { sequence: 0, createdAtMs: 0 };

/**
 * Page by page, each as new as can be: what changes meanwhile may be in it already, and is in the next version. Every change
 * counts as one that may take a token away, since hiding one does.
 */
async function* listOf(
  venue: Venue,
  { sequence, createdAtMs, publicUrl }: typeof NEVER & ListOptions,
  charge: Charge,
): AsyncGenerator<string> {
  const timestamp = new Date(createdAtMs).toISOString();
  const head = { name: 'Millpond', timestamp, version: { major: sequence, minor: 0, patch: 0 } };
  yield `${JSON.stringify(head).slice(0, -1)},"tokens":[`;
  let [cursor, between]: [string | null, string] = [null, ''];
  do {
    const page = await venue.tokens({ limit: PAGE, ...(cursor !== null && { cursor }) });
    if (page.items.length > 0)
      yield between + page.items.map((token) => JSON.stringify(infoOf(token, publicUrl))).join(',');
    [cursor, between] = [page.nextCursor, ','];
    await charge.pace(page.items.length);
    await endOfTurn();
  } while (cursor !== null);
  yield ']}\n';
}

/** A list must name every token: one without a name goes by its symbol. */
const infoOf = ({ address, symbol, decimals, name, logo, status }: TokenEntry, publicUrl: string | null) => ({
  chainId: CHAIN_ID,
  address,
  name: name === '' ? symbol : name,
  symbol,
  decimals,
  ...logoIn(logo, publicUrl),
  extensions: { status },
});

/** A list is read elsewhere, where neither a path nor localhost leads here. */
function logoIn(logo: string, publicUrl: string | null): { readonly logoURI?: string } {
  if (logo === '') return {};
  if (!isImagePath(logo)) return { logoURI: logo };
  return publicUrl?.startsWith('https:') ? { logoURI: new URL(logo, publicUrl).href } : {};
}
