// Parses the query of an event stream: where it starts, and which events it includes.
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import { canonicalAddress } from '../../address.ts';
import type { InputOf } from '../../contract/call.ts';
import { EVENT_KINDS, type events, MAX_EVENT_POOLS, PRIVATE_KINDS } from '../../contract/events.ts';
import type { PoolAddress } from '../../core/amount.ts';
import type { EventFilter } from '../../ports/market.ts';
import { refusalOfNobody, refusalOfScope } from '../door/caller.ts';
import { ApiError } from '../errors.ts';

type Query = InputOf<typeof events>;

type EventQuery = {
  /** The sequence after which the stream starts; undefined to start with the next event. */
  readonly after: number | undefined;
  /** Milliseconds without an event after which the reader asked for a heartbeat. */
  readonly beatMs: number | undefined;
  readonly filter: EventFilter;
};

/** Parses a query that the schema has validated. */
export function readEventQuery({ query, headers }: FastifyRequest, caller: Caller): EventQuery {
  const { after, kinds, pools, own, beat } = query as Query;
  const last = readLastEventId(headers['last-event-id']);
  const whose = own === undefined ? {} : { own: { ...ownerOf(caller), alone: own === 'only' } };
  return {
    after: last ?? (after === undefined ? undefined : Number(after)),
    beatMs: beat === undefined ? undefined : Number(beat) * 1000,
    filter: {
      ...readFilter({ kinds, pools }, own === undefined ? 'add own=true' : undefined),
      ...whose,
    },
  };
}

/** The kinds and pools of a query; `wayOut` is the advice for a query of private kinds only, if it is refused. */
export const readFilter = (
  { kinds, pools }: { readonly kinds?: string | undefined; readonly pools?: string | undefined },
  wayOut: string | undefined,
): Pick<EventFilter, 'kinds' | 'pools'> => ({
  ...(kinds !== undefined && { kinds: readKinds(kinds, wayOut) }),
  ...(pools !== undefined && { pools: readPools(pools) }),
});

/** Browsers send Last-Event-ID when they reconnect; it is empty if they have received no event yet. */
function readLastEventId(text: string | string[] | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiError('invalid_request', 'The header Last-Event-ID must be the id of an event: a whole number.');
}

function ownerOf(caller: Caller) {
  const { account, role } = caller;
  const refusal = refusalOfScope(caller, 'read');
  if (refusal) throw refusal;
  if (account !== '') return { account, isOperator: role === 'operator' };
  throw refusalOfNobody(caller, 'own');
}

/** The distinct items of a list, sorted so that readers with equal filters share one answer. */
const listed = (text: string): readonly string[] => [...new Set(text.split(',').map((item) => item.trim()))].sort();

function readKinds(text: string, wayOut: string | undefined): readonly string[] {
  const kinds = listed(text);
  const unknown = kinds.find((kind) => !EVENT_KINDS.some((known) => known === kind));
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 64));
    throw new ApiError('invalid_request', `kinds contains ${shown}, which is not one of ${EVENT_KINDS.join(', ')}.`);
  }
  if (wayOut === undefined || kinds.some((kind) => !PRIVATE_KINDS.some((hidden) => hidden === kind))) return kinds;
  const message = `Events of the kinds ${PRIVATE_KINDS.join(', ')} are sent only to the accounts they concern; ${wayOut}.`;
  throw new ApiError('invalid_request', message);
}

function readPools(text: string): readonly PoolAddress[] {
  const pools = listed(text);
  if (pools.length > MAX_EVENT_POOLS) {
    throw new ApiError(
      'invalid_request',
      `pools must have at most ${MAX_EVENT_POOLS} addresses; you sent ${pools.length}.`,
    );
  }
  return pools.map((pool) => {
    const address = canonicalAddress(pool);
    if (address !== null) return address as PoolAddress;
    throw new ApiError(
      'invalid_request',
      `pools contains ${JSON.stringify(pool.slice(0, 64))}, which is not an address.`,
    );
  });
}
