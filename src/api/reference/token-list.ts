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

/** TON mainnet's global id; the schema of token lists has ids of EVM chains only. */
const CHAIN_ID = -239;
const PAGE = 500;
/** Costs as much as ten calls, since there may be many tokens; clients that send an ETag mostly get 304. */
const config = { who: 'anyone' as const, weight: 10, crossOrigin: true as const };

type Bounds = { readonly reads: ReadsInFlight; readonly files: FilesInFlight; readonly limits: Limits };
type ListOptions = { readonly publicUrl: string | null };

export function registerTokenList(
  app: FastifyInstance,
  venue: Venue,
  { reads, files, limits }: Bounds,
  { publicUrl }: ListOptions,
): void {
  // URLs of logos depend on publicUrl, so it is part of the ETag.
  const place = publicUrl === null ? '' : `-${Buffer.from(publicUrl).toString('base64url')}`;
  app.get('/tokenlist.json', { config }, async (request, reply) => {
    const last = await reads.run(request.ip, () => venue.lastTokenChange());
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
 * Prints the list page by page. A change that is committed meanwhile may already be included; the next version has it, too. Every
 * change raises the major version, as token lists require for a removal, since any change may hide a token.
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

/** A token list requires names; a token without one is named by its symbol. */
const infoOf = ({ address, symbol, decimals, name, logo, status }: TokenEntry, publicUrl: string | null) => ({
  chainId: CHAIN_ID,
  address,
  name: name === '' ? symbol : name,
  symbol,
  decimals,
  ...logoIn(logo, publicUrl),
  extensions: { status },
});

/** An uploaded logo is left out without a public https URL: other sites use the list, so they need an absolute address. */
function logoIn(logo: string, publicUrl: string | null): { readonly logoURI?: string } {
  if (logo === '') return {};
  if (!isImagePath(logo)) return { logoURI: logo };
  return publicUrl?.startsWith('https:') ? { logoURI: new URL(logo, publicUrl).href } : {};
}
