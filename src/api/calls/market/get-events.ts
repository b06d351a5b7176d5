// GET /getEvents
import type { Static } from 'typebox';
import * as declared from '../../../contract/event-pages.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readFilter } from '../../events/query.ts';
import type { ExactJson } from '../../json/exact-json.ts';

const USUAL_EVENTS = 100;

type Events = ExactJson<Static<typeof declared.getEvents.output>>['events'];

export const getEvents = questionOf(declared.getEvents, async ({ market, input, charge }) => {
  charge.check();
  const [after, to] = [Number(input.after ?? 0), input.to === undefined ? undefined : Number(input.to)];
  if (to !== undefined && to < after) throw new ApiError('invalid_request', 'to must not be before after.');
  const filter = readFilter(input, 'read them from /events with own=true');
  const limit = Number(input.limit ?? USUAL_EVENTS);
  const page = await market.eventPage({ after, ...(to !== undefined && { to }), limit, filter });
  // Those that are shown are in the price of the call.
  const events = JSON.parse(page.events) as Events;
  charge.rows(page.looked - events.length);
  const { nextAfter, head, headAtMs } = page;
  return { events, nextAfter, head, headAt: headAtMs === null ? null : new Date(headAtMs).toISOString() };
});
