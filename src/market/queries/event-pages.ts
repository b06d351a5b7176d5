// The public events as pages, with the reserves of the pools after each event that moved them.
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolAddress } from '../../core/amount.ts';
import { changesOf } from '../../core/market/figures.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { Event } from '../../journal/event.ts';
import type { EventPage, EventPageQuery } from '../../ports/market.ts';
import type { Observer } from '../observer.ts';
import type { ReserveWalk, ReserveWalks } from './reserve-walk.ts';

/** The transactions read in one turn of the event loop. */
const PAGE = 500;
/** The most transactions that a page of events looks at: it may then be empty, but `nextAfter` has moved. */
const MOST_LOOKED = 5000;
/** A page ends after this many characters. */
const ENOUGH_CHARACTERS = 1_000_000;

export async function readEventPage(
  observer: Observer,
  walks: ReserveWalks,
  { after, to = Number.POSITIVE_INFINITY, limit, filter }: EventPageQuery,
  most = MOST_LOOKED,
): Promise<EventPage> {
  const { sequence: head, rewinds } = observer;
  const [last] = head > 0 ? await observer.tail.pick([head]) : [];
  const upTo = Math.min(to, head, after + most);
  const events: string[] = [];
  let [at, characters, walked] = [after, 0, 0];
  let walk: ReserveWalk | undefined;
  reading: while (at < upTo) {
    const page = await observer.tail.page(at, Math.min(PAGE, upTo - at));
    const shown = new Map<Posted, string>();
    for (const posted of page) {
      const text = new Event(posted, observer.book).textFor(filter);
      if (text !== undefined) shown.set(posted, text);
    }
    const moving = [...shown.keys()].filter((posted) => movedBy(posted).length > 0);
    if (!walk && moving[0]) {
      const found = await walks.before(observer, moving[0]);
      walk = found.walk;
      walked += found.walked;
    }
    await walk?.load(observer, moving.flatMap(movedBy));
    for (const posted of page) {
      if (walk && posted.sequence > walk.sequence) walk.take(posted);
      at = posted.sequence;
      const text = shown.get(posted);
      if (text === undefined) continue;
      events.push(withReserves(text, posted, observer, walk));
      characters += text.length;
      if (events.length >= limit || characters >= ENOUGH_CHARACTERS) break reading;
    }
    if (page.length === 0) break;
    await turn();
  }
  if (walk) walks.keep(observer, walk, rewinds);
  return {
    events: `[${events.join(',')}]`,
    nextAfter: at,
    head,
    headAtMs: last?.createdAtMs ?? null,
    looked: Math.max(0, at - after) + walked,
  };
}

/** The pools whose reserves a transaction moved, in the order in which it used them. */
const movedBy = ({ receipt }: Posted): readonly PoolAddress[] =>
  changesOf(receipt).flatMap(({ pool, delta0, delta1 }) => (delta0 !== 0n || delta1 !== 0n ? [pool] : []));

function withReserves(text: string, posted: Posted, { book }: Observer, walk: ReserveWalk | undefined): string {
  const reserves = movedBy(posted).flatMap((address) => {
    const [pool, held] = [book.poolAt(address), walk?.of(address)];
    if (!pool || !held) return [];
    const { token0, token1 } = pool;
    const reserve0 = printDecimal(held.reserve0, token0.record.decimals);
    return [{ poolAddress: address, reserve0, reserve1: printDecimal(held.reserve1, token1.record.decimals) }];
  });
  return reserves.length === 0 ? text : `${text.slice(0, -1)},"reserves":${JSON.stringify(reserves)}}`;
}
